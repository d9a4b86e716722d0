import type { PlaceholderName } from '@kirim/message-template/template'
import { textKey } from '#shared/i18n/text-key.ts'

interface OfferedToken {
  token: string
  meaning: string
}

/** A placeholder without an entry here is a type error. */
const placeholders: Readonly<Record<Exclude<PlaceholderName, 'api'>, OfferedToken>> = {
  greet: { token: '[greet]', meaning: textKey('A greeting for the time of day') },
  name: { token: '[name]', meaning: textKey("The contact's name in your list") },
  wa_name: { token: '[wa_name]', meaning: textKey("The contact's own WhatsApp name") },
  me_wa_name: { token: '[me_wa_name]', meaning: textKey('Your own WhatsApp name') },
  now_formatted: {
    token: '[now_formatted|HH:mm]',
    meaning: textKey('The current time in this format'),
  },
}

const choice: OfferedToken = {
  token: '{A|B|C}',
  meaning: textKey('One of the choices, at random'),
}

/** The tokens offered by the editor; fields of the API's answer come last. */
export function offeredTokens(apiFields: readonly string[]): readonly OfferedToken[] {
  const meaning = textKey('A field of the answer of your API')
  return [
    ...Object.values(placeholders),
    choice,
    ...apiFields.map((name) => ({ token: `[api.${name}]`, meaning })),
  ]
}
