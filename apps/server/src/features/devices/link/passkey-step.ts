import { createHash } from 'node:crypto'
import type { PasskeyAnswer, PasskeyOptions, PasskeyStep } from '@kirim/contract/passkey'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { PasskeyNews } from '../devices.ports.ts'

interface WaitingStep extends Pick<PasskeyStep, 'state' | 'refused' | 'code'> {
  readonly options: PasskeyOptions
  readonly expiresAt: number
}

/** The passkey step of one attempt to link, in memory like its codes. */
export function createPasskeyWait(clock: Clock) {
  let waiting: WaitingStep | null = null

  function inState(state: PasskeyStep['state']): WaitingStep {
    if (waiting?.state !== state) throw new DomainError('passkey_not_asked')
    return waiting
  }

  return {
    onNews(news: PasskeyNews): void {
      const expiresAt = clock.now() + news.expiresInMs
      if (news.kind === 'asked') {
        const { options, refused } = news
        waiting = { state: 'asked', options, refused, expiresAt, code: null }
      } else if (waiting) {
        waiting = { ...waiting, state: 'compare', refused: null, expiresAt, code: news.code }
      }
    },
    pairingCode(): PasskeyStep | null {
      if (!waiting) return null
      const { expiresAt, ...step } = waiting
      return { ...step, expiresInMs: Math.max(0, expiresAt - clock.now()) }
    },
    /** Throws `passkey_not_asked` and `passkey_answer_wrong`. */
    take(answer: PasskeyAnswer): void {
      const step = inState('asked')
      if (!isAnswerTo(step.options, answer)) throw new DomainError('passkey_answer_wrong')
      waiting = { ...step, state: 'checking', refused: null }
    },
    /** The owner has compared the code. Throws `passkey_not_asked`. */
    compared(): void {
      waiting = { ...inState('compare'), state: 'checking', code: null }
    },
  }
}

const HASH_BYTES = 32
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04

/**
 * Whether an answer belongs to this request, as far as that can be verified without the passkey's
 * public key. Other answers are not sent: the network may close an account that sends nonsense.
 */
function isAnswerTo(options: PasskeyOptions, { response }: PasskeyAnswer): boolean {
  const data = Buffer.from(response.authenticatorData, 'base64url')
  const site = createHash('sha256').update(options.rpId).digest()
  const flags = data[HASH_BYTES] ?? 0
  const requiredFlags =
    options.userVerification === 'required' ? USER_PRESENT | USER_VERIFIED : USER_PRESENT
  return (
    isFor(options.challenge, response.clientDataJSON) &&
    site.equals(data.subarray(0, HASH_BYTES)) &&
    (flags & requiredFlags) === requiredFlags
  )
}

function isFor(challenge: string, clientDataJSON: string): boolean {
  try {
    const client: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const { type, challenge: signed } = Object(client)
    return type === 'webauthn.get' && signed === challenge
  } catch {
    return false
  }
}
