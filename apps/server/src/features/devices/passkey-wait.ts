import type { PasskeyAnswer, PasskeyOptions, PasskeyStep } from '@kirim/contract/passkey'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { PasskeyNews } from './devices.ports.ts'
import { isAnswerTo } from './passkey-answer.ts'

interface Waiting extends Pick<PasskeyStep, 'state' | 'refused' | 'code'> {
  readonly options: PasskeyOptions
  readonly expiresAt: number
}

/** The passkey step of one attempt to link, in memory like its codes. */
export function createPasskeyWait(clock: Clock) {
  let waiting: Waiting | null = null

  function inState(state: PasskeyStep['state']): Waiting {
    if (waiting?.state !== state) throw new DomainError('passkey_not_asked')
    return waiting
  }

  return {
    hear(news: PasskeyNews): void {
      const expiresAt = clock.now() + news.expiresInMs
      if (news.kind === 'asked') {
        const { options, refused } = news
        waiting = { state: 'asked', options, refused, expiresAt, code: null }
      } else if (waiting) {
        waiting = { ...waiting, state: 'compare', refused: null, expiresAt, code: news.code }
      }
    },
    shown(): PasskeyStep | null {
      if (!waiting) return null
      const { expiresAt, ...step } = waiting
      return { ...step, expiresInMs: Math.max(0, expiresAt - clock.now()) }
    },
    /** Throws `passkey_not_asked` and `passkey_answer_wrong`. */
    take(answer: PasskeyAnswer): void {
      const asked = inState('asked')
      if (!isAnswerTo(asked.options, answer)) throw new DomainError('passkey_answer_wrong')
      waiting = { ...asked, state: 'checking', refused: null }
    },
    /** The owner has compared the code. Throws `passkey_not_asked`. */
    compared(): void {
      waiting = { ...inState('compare'), state: 'checking', code: null }
    },
  }
}
