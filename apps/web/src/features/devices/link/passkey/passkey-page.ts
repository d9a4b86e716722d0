import { PasskeyAnswer, type PasskeyOptions } from '@kirim/contract/passkey'

/** Where WhatsApp itself asks for its passkeys. */
const WHATSAPP_WEB = 'https://web.whatsapp.com/'

/** Whether a passkey for this site answers to pages of a host (WebAuthn, relying party id). */
export function isSiteOf(rpId: string, hostname: string): boolean {
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}

/** Whether this very page may ask for it; true in the sandbox alone. */
export function canAskHere({ rpId }: PasskeyOptions): boolean {
  const { isSecureContext, PublicKeyCredential } = window
  const knowsJson = typeof PublicKeyCredential?.parseRequestOptionsFromJSON === 'function'
  return isSecureContext && knowsJson && isSiteOf(rpId, window.location.hostname)
}

/** A page to which the passkey answers. */
export function pageOf({ rpId }: PasskeyOptions, here: Location = window.location): string {
  if (isSiteOf('whatsapp.com', rpId)) return WHATSAPP_WEB
  return `${here.protocol}//${rpId}${here.port && `:${here.port}`}/`
}

/** Asks for the passkey here. Throws what the browser throws, for one. */
export async function askHere(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  const given = await navigator.credentials.get({ publicKey })
  return PasskeyAnswer.parse((given as PublicKeyCredential | null)?.toJSON())
}

/** What was pasted; null when it is no answer of a passkey. */
export function readAnswer(pasted: string): PasskeyAnswer | null {
  try {
    return PasskeyAnswer.parse(JSON.parse(pasted))
  } catch {
    return null
  }
}
