import type { FieldKeysOf, LedgerDeps } from '../campaigns.ports.ts'
import type { CourseDeps } from '../save/estimate-course.ts'

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

/** Tells what the network resolved a number to. Never throws. */
export type LearnResolved = (told: {
  readonly userId: string
  readonly phoneNumber: string
  readonly jid: string
}) => Promise<void>

export interface PreflightRooms extends LedgerDeps, CourseDeps {
  readonly leftAlone: LeftAlone
  readonly judgeHost: JudgeHost
  readonly fileOf: FileOf
  readonly fieldKeysOf: FieldKeysOf
}
