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
  /** Until then the network lets it write to nobody new; null without a limit. */
  readonly limited_until: number | null
  /** The network itself has said until when. */
  readonly limit_named: 0 | 1
}

/** One day of a number: how many people its campaigns have written to, and may write to. */
export interface NumberDay {
  readonly cap: number | null
  readonly used: number
  readonly endsAt: number
}

/** Linked numbers, as campaigns need them. */
export interface CampaignDevices {
  /** For joins: all devices, including removed ones. */
  readonly rows: AliasableExpression<DeviceRow>
  isListed(userId: string, deviceId: string): Promise<boolean>
  /** What its owner calls it; null when nobody has ever linked it. */
  nameOf(deviceId: string): Promise<string | null>
  lastSentAt(deviceId: string): Promise<number | null>
  markSentAt(tx: Db, deviceId: string, at: number): Promise<void>
  limitedUntil(deviceId: string): Promise<number | null>
  /** Whether the network itself has said until when; else that is a guess. */
  isLimitNamed(deviceId: string): Promise<boolean>
  /** The day of a moment, in the zone of the number's pace. */
  dayOf(row: PaceColumns, at: number): NumberDay
  /** Its days, by a moment of each, as its pace is now. */
  daysOf(deviceId: string): Promise<(at: number) => NumberDay>
  /** The same of the chats that the network lets it begin, as far as it has said how many. */
  newChatsOf(deviceId: string): Promise<(at: number) => NumberDay>
  /** Null for an unknown device. */
  dayOfDevice(deviceId: string, at: number): Promise<NumberDay | null>
  /**
   * One person more is written to; called instead of `markSentAt` when one is claimed. `leavesBy`:
   * by when the message to them has left.
   */
  countPerson(tx: Db, deviceId: string, now: number, leavesBy: number): Promise<void>
  /**
   * The network refused somebody new; what it has said itself of the end goes before. `unanswered`:
   * they had been written to, and had never answered.
   */
  limitNewChats(
    tx: Db,
    deviceId: string,
    until: number,
    now: number,
    unanswered: boolean,
  ): Promise<void>
  /** Whether its limit holds for those, too, who were written to and have never answered. */
  limitsUnanswered(deviceId: string): Promise<boolean>
  /** The network took somebody new after the end of a limit. */
  endLimit(deviceId: string, now: number): Promise<void>
}
