import type { AliasableExpression } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** How many people a day the campaigns of a number may write to, as it is stored. */
export interface PaceColumns {
  readonly daily_cap: number | null
  readonly warm_up_from: string
  readonly warm_up_start: number
  readonly warm_up_step: number
  readonly day_zone: string
  readonly used_day: string
  readonly used_count: number
}

/** A device as it is stored. */
export interface DeviceRow extends PaceColumns {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly number: string
  readonly logged_out: 0 | 1
  readonly removed: 0 | 1
  /** Since when it is away; null while it is connected. */
  readonly offline_since: number | null
  /** The end of its limit of new chats; null without one. */
  readonly limited_until: number | null
  /** The network itself announced the end. */
  readonly limit_named: 0 | 1
}

/** One day of a number: how many people its campaigns wrote to, and its cap. */
export interface NumberDay {
  readonly cap: number | null
  readonly used: number
  readonly endsAt: number
}

/** Linked numbers, as campaigns need them. */
export interface CampaignDevices {
  /** For joins: all devices, including removed ones. */
  readonly rows: AliasableExpression<DeviceRow>
  isListed(workspaceId: string, deviceId: string): Promise<boolean>
  /** The name its owner gave it; null for a device that was never linked. */
  nameOf(deviceId: string): Promise<string | null>
  lastSentAt(deviceId: string): Promise<number | null>
  markSentAt(tx: Db, deviceId: string, at: number): Promise<void>
  limitedUntil(deviceId: string): Promise<number | null>
  /** Whether the network itself announced the end; otherwise it is a guess. */
  isLimitNamed(deviceId: string): Promise<boolean>
  /** The day of a moment, in the zone of the number's pace. */
  dayOf(row: PaceColumns, at: number): NumberDay
  /** Returns the day of any moment, by its current pace. */
  daysOf(deviceId: string): Promise<(at: number) => NumberDay>
  /** The same for the new chats that the network allows, as far as it has announced a number. */
  newChatsOf(deviceId: string): Promise<(at: number) => NumberDay>
  /** Null for an unknown device. */
  dayOfDevice(deviceId: string, at: number): Promise<NumberDay | null>
  /**
   * Counts a person for the daily cap; called instead of `markSentAt` when one is claimed. The
   * message has left by `leavesBy`.
   */
  countPerson(tx: Db, deviceId: string, now: number, leavesBy: number): Promise<void>
  /**
   * Records that the network refused a new chat. An end that the network announced itself takes
   * precedence. `unanswered`: the person had been written to and had never answered.
   */
  limitNewChats(
    tx: Db,
    deviceId: string,
    until: number,
    now: number,
    unanswered: boolean,
  ): Promise<void>
  /** Whether its limit also applies to people who were written to and have never answered. */
  limitsUnanswered(deviceId: string): Promise<boolean>
  /** Records that the network accepted a new chat after the end of a limit. */
  endLimit(deviceId: string, now: number): Promise<void>
}
