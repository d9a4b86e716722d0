import { PasskeyAnswer, type PasskeyOptions } from '@kirim/contract/passkey'

/** The page on which WhatsApp itself uses its passkeys. */
const WHATSAPP_WEB = 'https://web.whatsapp.com/'

/** Whether a passkey for this relying party works on pages of a host (WebAuthn). */
export function isSiteOf(rpId: string, hostname: string): boolean {
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}

/** A page on which the passkey works. */
export function pageOf({ rpId }: PasskeyOptions, here: Location = window.location): string {
  if (isSiteOf('whatsapp.com', rpId)) return WHATSAPP_WEB
  return `${here.protocol}//${rpId}${here.port && `:${here.port}`}/`
}

/** The pasted answer; null if it is not one of a passkey. */
export function readAnswer(pasted: string): PasskeyAnswer | null {
  try {
    return PasskeyAnswer.parse(JSON.parse(pasted))
  } catch {
    return null
  }
}
