import type { Db } from '../../../platform/database/database.ts'
import type { FieldKeysOf, LedgerDeps, NetworkNames, NewMessage } from '../campaigns.ports.ts'
import type { CourseDeps } from '../estimate/estimate-course.ts'

/** Who is left alone, as the pre-flight counts them. */
export interface LeftAlone {
  /** Those of these numbers. */
  numbersAmong(userId: string, phoneNumbers: readonly string[]): Promise<ReadonlySet<string>>
  /** Those of these identities. */
  lidsAmong(userId: string, lids: readonly string[]): Promise<ReadonlySet<string>>
}

/**
 * What a host in a link is: on the public internet, in a private network by its form, not on the
 * internet, or not to be found out.
 */
export type HostKind = 'public' | 'private' | 'missing' | 'unknown'

/** Never calls the host: names are looked up, nothing else. */
export type JudgeHost = (host: string) => Promise<HostKind>

/** Whether the bytes of a user's file are there; null when they are not. */
export type FileOf = (userId: string, mediaId: string) => Promise<object | null>

/** Asks the network about numbers, several at once. */
export interface NumberLookUp {
  /**
   * The identity of each number; null for one that is not on the network. Of several, those are
   * left out that must be asked one by one. Throws when not connected, and when the network does
   * not answer.
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

/** `outgoing`, as tests pass through it. */
export interface TestOutgoing {
  writeDown(
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
