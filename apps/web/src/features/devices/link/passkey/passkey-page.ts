import { PasskeyAnswer, type PasskeyOptions } from '@kirim/contract/passkey'

/** Where WhatsApp itself asks for its passkeys. */
const WHATSAPP_WEB = 'https://web.whatsapp.com/'

/** Whether a passkey for this site answers to pages of a host (WebAuthn, relying party id). */
export function isSiteOf(rpId: string, hostname: string): boolean {
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}

/** A page to which the passkey answers. */
export function pageOf({ rpId }: PasskeyOptions, here: Location = window.location): string {
  if (isSiteOf('whatsapp.com', rpId)) return WHATSAPP_WEB
  return `${here.protocol}//${rpId}${here.port && `:${here.port}`}/`
}

/** What was pasted; null when it is no answer of a passkey. */
export function readAnswer(pasted: string): PasskeyAnswer | null {
  try {
    return PasskeyAnswer.parse(JSON.parse(pasted))
  } catch {
    return null
  }
}
