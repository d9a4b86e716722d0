import { randomBytes } from 'node:crypto'
import {
  type AuthenticationCreds,
  aesEncryptCTR,
  bytesToCrockford,
  derivePairingCodeKey,
  getCompanionPlatformId,
  jidEncode,
  S_WHATSAPP_NET,
  type WASocket,
} from 'baileys'
import { refusalCode } from '../connection/refusals.ts'

/**
 * The client shown on the phone. The network accepts only real systems here, and answers 400 to
 * others.
 */
const KNOWN_PAIR = ['Ubuntu', 'Chrome'] as const

const CODE_BYTES = 5

/** The network issued no code for the number. */
export class PairingRefused extends Error {
  override name = 'PairingRefused'
  /** The network's refusal code; null without an answer. */
  readonly code: number | null

  constructor(code: number | null) {
    super(`The network gives no pairing code (${code}).`)
    this.code = code
  }
}

export const accountJid = (phoneNumber: string) => jidEncode(phoneNumber, 's.whatsapp.net')

/**
 * Requests a pairing code for the number, and returns it once the network has accepted. The
 * driver's own request sends the client name that the network refuses, and does not wait for the
 * answer, so a refused code would be shown. Throws PairingRefused. The driver continues when the
 * code is typed.
 */
export async function askPairingCode(
  socket: Pick<WASocket, 'query'>,
  creds: AuthenticationCreds,
  phoneNumber: string,
): Promise<string> {
  const code = bytesToCrockford(randomBytes(CODE_BYTES))
  const id = accountJid(phoneNumber)
  creds.pairingCode = code
  creds.me = { id }
  const content = Object.entries(await helloOf(creds, code)).map(([tag, value]) => ({
    tag,
    attrs: {},
    content: value,
  }))
  const answer: unknown = await socket
    .query({
      tag: 'iq',
      attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
      content: [
        {
          tag: 'link_code_companion_reg',
          attrs: { jid: id, stage: 'companion_hello', should_show_push_notification: 'true' },
          content,
        },
      ],
    })
    .catch((error: unknown) => {
      const refused = refusalCode(error)
      throw refused === null ? error : new PairingRefused(refused)
    })
  if (!answer) throw new PairingRefused(null)
  return code
}

async function helloOf(creds: AuthenticationCreds, code: string) {
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const key = await derivePairingCodeKey(code, salt)
  const wrapped = aesEncryptCTR(creds.pairingEphemeralKeyPair.public, key, iv)
  const [system, browser] = KNOWN_PAIR
  return {
    link_code_pairing_wrapped_companion_ephemeral_pub: Buffer.concat([salt, iv, wrapped]),
    companion_server_auth_key_pub: creds.noiseKey.public,
    companion_platform_id: getCompanionPlatformId([...KNOWN_PAIR, '']),
    companion_platform_display: `${browser} (${system})`,
    link_code_pairing_nonce: '0',
  }
}
