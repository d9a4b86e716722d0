import type { ProxyScheme } from '@kirim/contract/device-proxy'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface DevicesTables {
  devices: DeviceTable
  device_credentials: DeviceCredentialTable
  device_health: DeviceHealthTable
  device_proxies: DeviceProxyTable
  client_version: ClientVersionTable
}

export interface DeviceTable {
  id: string
  user_id: string
  number: string
  lid: string | null
  name: string
  /** The owner's choice: 1 keeps the session open. */
  wanted: Flag
  /** 1 once the network has unlinked it: its credentials are deleted and a new scan is needed. */
  logged_out: Flag
  /** 1: removed from its owner's list; the row is kept for the ledgers that reference it. */
  removed: Flag
  /** 1: its removal has begun; a start finishes it. */
  removing: Generated<Flag>
  /** The node that has it; null while none does. */
  leased_to: Generated<string | null>
  /** How often a node has taken it: of two, only the last may act for it. */
  lease: Generated<number>
  /** The last node that had it and fell silent. */
  freed_from: Generated<string | null>
  linked_at: number
  connected_at: number | null
  /**
   * When this device last sent a campaign message; determines the next send time, also after a
   * restart.
   */
  last_sent_at: number | null
  /** Since when it is not connected; null while it is, and where nobody remembers. */
  offline_since: Generated<number | null>
  /** Until then the network lets it write to nobody it has not written to; null without a limit. */
  limited_until: Generated<number | null>
  /** 1: the network said until when; otherwise it only refused somebody. */
  limit_named: Generated<Flag>
  /** 1: it refuses as new, too, who was written to and has never answered. */
  limits_unanswered: Generated<Flag>
  /** Until then the network has locked it out of new chats; null where it has not. */
  locked_until: Generated<number | null>
  /** How many chats it may still begin, and of how many; null where they are not counted. */
  chats_left: Generated<number | null>
  chats_of: Generated<number | null>
  /** The time that these are for. */
  chats_from: Generated<number | null>
  chats_until: Generated<number | null>
  /** How many people a day its campaigns may write to; null for any number. */
  daily_cap: Generated<number | null>
  /** The first day of its warm-up, as `YYYY-MM-DD`; empty without one. */
  warm_up_from: Generated<string>
  /** The cap of that first day, and what each further day adds to it. */
  warm_up_start: Generated<number>
  warm_up_step: Generated<number>
  /** The time zone whose days count; empty for UTC. */
  day_zone: Generated<string>
  /** The day that `used_count` counts, as `YYYY-MM-DD` in that zone. */
  used_day: Generated<string>
  /** The people its campaigns have written to that day. */
  used_count: Generated<number>
}

/** One encrypted piece of a device's credentials. */
export interface DeviceCredentialTable {
  device_id: string
  kind: string
  name: string
  sealed: string
}

/** How well a device works. */
export interface DeviceHealthTable {
  device_id: string
  last_in_at: number | null
  last_out_at: number | null
  unreadable: number
  unreadable_since: number | null
  pre_keys_left: number | null
  latency_ms: number | null
}

/** What a number connects through. */
export interface DeviceProxyTable {
  device_id: string
  scheme: ProxyScheme
  host: string
  port: number
  username: string
  sealed_password: string | null
  tested_at: number
  latency_ms: number
}

/** What the network last named as its newest client, as `2.3000.1`. */
export interface ClientVersionTable {
  name: string
  version: string
  asked_at: number
}
