import type { Db } from '../../../platform/database/database.ts'
import type { FieldKeysOf, LedgerDeps, NetworkNames, NewMessage } from '../campaigns.ports.ts'
import type { CourseDeps } from '../estimate/estimate-course.ts'

/** People who opted out. */
export interface LeftAlone {
  /** The opted-out numbers among these. */
  numbersAmong(workspaceId: string, phoneNumbers: readonly string[]): Promise<ReadonlySet<string>>
  /** The opted-out identities among these. */
  lidsAmong(workspaceId: string, lids: readonly string[]): Promise<ReadonlySet<string>>
}

/** Whether the host of a link is public, private by its form, missing in DNS, or unknown. */
export type HostKind = 'public' | 'private' | 'missing' | 'unknown'

/** Only looks the name up; never connects to the host. */
export type JudgeHost = (host: string) => Promise<HostKind>

/** Null when the bytes of a workspace's file are missing. */
export type FileOf = (workspaceId: string, mediaId: string) => Promise<object | null>

/** Looks numbers up on the network, several at once. */
export interface NumberLookUp {
  /**
   * The identity of each number; null for one that is not on the network. Leaves out numbers that
   * must be looked up one by one. Throws when not connected, and when the network does not answer.
   */
  resolveAll(
    deviceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>>
}

export interface PreflightRooms extends LedgerDeps, CourseDeps {
  readonly leftAlone: LeftAlone
  readonly judgeHost: JudgeHost
  readonly fileOf: FileOf
  readonly fieldKeysOf: FieldKeysOf
  readonly networkNames: NetworkNames
}

/** A message of a test, once it is stored. */
interface WrittenTest {
  readonly originId: string
  readonly messageId: string
  readonly mayHaveLeft: boolean
  readonly attempts: number
  readonly createdAt: number
}

/** The delivery feature, as tests need it. */
export interface TestOutgoing {
  storeMessages(
    tx: Db,
    messages: readonly NewMessage<'test'>[],
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
