import { textKey } from '#shared/i18n/text-key.ts'

interface OfferedToken {
  token: string
  meaning: string
}

/** SPEC §2, the spintax syntax offered, and what each stands for. */
const TOKENS: readonly OfferedToken[] = [
  { token: '[greet]', meaning: textKey('A greeting for the time of day') },
  { token: '[name]', meaning: textKey("The contact's name in your list") },
  { token: '[wa_name]', meaning: textKey("The contact's own WhatsApp name") },
  { token: '[me_wa_name]', meaning: textKey('Your own WhatsApp name') },
  { token: '[now_formatted|HH:mm]', meaning: textKey('The current time in this format') },
  { token: '{A|B|C}', meaning: textKey('One of the choices, at random') },
]

/** What a message may be written with; fields of an API's answer behind the others. */
export function offeredTokens(apiFields: readonly string[]): readonly OfferedToken[] {
  const meaning = textKey('A field of the answer of your API')
  return [...TOKENS, ...apiFields.map((name) => ({ token: `[api.${name}]`, meaning }))]
}
