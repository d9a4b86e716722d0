import type { ContactField } from '@kirim/contract/contact-details'
import type { PlaceholderName } from '@kirim/message-template/template'
import { textKey } from '#shared/i18n/text-key.ts'

interface OfferedToken {
  token: string
  meaning: string
  /** The values of `meaning`. */
  values?: Readonly<Record<string, string>>
}

/** A placeholder without an entry here is a type error. */
const placeholders: Readonly<Record<Exclude<PlaceholderName, 'api' | 'field'>, OfferedToken>> = {
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

/** The user's own placeholders. */
export interface OwnTokens {
  /** Fields of the API's answer. */
  apiFields: readonly string[]
  /** Fields of the user's contacts. */
  contactFields: readonly ContactField[]
}

/** The tokens offered by the editor; the user's own come last. */
export function offeredTokens({ apiFields, contactFields }: OwnTokens): readonly OfferedToken[] {
  const meaning = textKey("A field from your API's answer")
  return [
    ...Object.values(placeholders),
    choice,
    ...contactFields.map(({ key, label }) => ({
      token: `[${key}]`,
      meaning: textKey('{field} of the contact'),
      values: { field: label },
    })),
    ...apiFields.map((name) => ({ token: `[api.${name}]`, meaning })),
  ]
}
