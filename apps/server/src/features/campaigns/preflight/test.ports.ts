import type { Db } from '../../../platform/database/database.ts'

/** A test as `outgoing` stores it. */
export interface PlannedTest {
  readonly deviceId: string
  readonly userId: string
  readonly origin: 'test'
  /** The same for all messages of a test. */
  readonly originId: string
  readonly part: number
  readonly messageId: string
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  readonly presence: null
  readonly presenceSeconds: 0
}

/** One of them, once it is stored. */
interface WrittenTest {
  readonly originId: string
  readonly messageId: string
  readonly mayHaveLeft: boolean
  readonly attempts: number
  readonly createdAt: number
}

/** `outgoing`, as tests pass through it. */
export interface TestOutgoing {
  writeDown(
    tx: Db,
    messages: readonly PlannedTest[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<unknown>
  /** Sends the pending messages of a test. Throws when nothing could be sent at all. */
  handOverAll(
    origin: 'test',
    originId: string,
  ): Promise<{ readonly kind: 'taken' | 'failed' | 'unanswered' | 'limited' | 'withheld' }>
  pendingOf(origin: 'test', originId: string): Promise<readonly WrittenTest[]>
  pendingOn(deviceId: string, origin: 'test'): Promise<readonly WrittenTest[]>
  record(
    deviceId: string,
    reports: readonly { messageId: string; status: 'failed'; reason: string }[],
  ): Promise<void>
}
