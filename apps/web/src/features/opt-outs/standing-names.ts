import type { OptOutStanding } from '@kirim/contract/opt-outs'
import { textKey } from '#shared/i18n/text-key.ts'

/** The names of the list's filters, in their order. */
export const standingNames: Readonly<Record<OptOutStanding, string>> = {
  message: textKey('By message'),
  owner: textKey('By hand'),
  import: textKey('By import'),
  back: textKey('Opted back in'),
}
