import type { Db } from '../../platform/database/database.ts'
import { writeAnswer } from './change.ts'
import type { createPersonCheck } from './check-person.ts'
import type { OptOutSettingsRepository } from './opt-out-settings.repository.ts'
import { commandIn } from './opt-out-words.ts'
import type { Answering, Asked, PersonWrittenTo } from './opt-outs.ports.ts'
import type { StoredOptOut } from './opt-outs.repository.ts'

/** A question is answered at least this long, also more than once. */
const ANSWERED_FOR_MS = 24 * 60 * 60_000

/**
 * Whether a person may be written to by somebody of the team: `free` has not opted out, `asked` has
 * and may be answered, `forbidden` could be if the workspace allowed it.
 */
export interface AnswerStanding {
  readonly kind: 'free' | 'asked' | 'forbidden' | 'opted_out'
  /** The opt-out, where there is one. */
  readonly out: Pick<StoredOptOut, 'id' | 'user_id'> | null
}

interface AnswersDeps {
  readonly check: ReturnType<typeof createPersonCheck>
  readonly settings: Pick<OptOutSettingsRepository, 'load'>
  /** Whether nobody of the workspace answers people who opted out. */
  areForbidden(workspaceId: string, tx: Db): Promise<boolean>
}

/**
 * Somebody who opted out is answered by a person while their own later question waits for an answer
 * or is less than a day old; a question is a message that is no opt-out word.
 */
export function createMemberAnswers({ check, settings, areForbidden }: AnswersDeps) {
  return {
    /** `answering` is asked only about somebody who opted out. */
    async standing(
      person: PersonWrittenTo,
      answering: () => Promise<Answering | null>,
      tx: Db,
    ): Promise<AnswerStanding> {
      const out = await check.rowOut(person, tx)
      if (out === null) return { kind: 'free', out }
      const { asked = null, at = 0 } = (await answering()) ?? {}
      const { words } = await settings.load(person.workspaceId, tx)
      if (!isQuestion(asked, out.since, words) || !isOpen(asked, at)) {
        return { kind: 'opted_out', out }
      }
      return { kind: (await areForbidden(person.workspaceId, tx)) ? 'forbidden' : 'asked', out }
    },

    /**
     * Notes an answer in the trail of somebody who opted out, in the transaction that stores it.
     */
    note: writeAnswer,
  }
}

function isQuestion(asked: Asked | null, since: number, words: readonly string[]): asked is Asked {
  return asked !== null && asked.at > since && commandIn(asked.text, words) !== 'out'
}

function isOpen({ at: askedAt, isAnswered }: Asked, at: number): boolean {
  return !isAnswered || at - askedAt < ANSWERED_FOR_MS
}
