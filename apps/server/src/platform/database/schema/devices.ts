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
  /** 1: its removal has begun; the next start of the server finishes it. */
  removing: Generated<Flag>
  /** The node that holds the device's lease; null while none does. */
  leased_to: Generated<string | null>
  /**
   * The number of the lease, which counts each change of the node: only its newest holder may act.
   */
  lease: Generated<number>
  /** The last node that held the lease and fell silent. */
  freed_from: Generated<string | null>
  linked_at: number
  connected_at: number | null
  /**
   * When this device last sent a campaign message; determines the next send time, also after a
   * restart.
   */
  last_sent_at: number | null
  /** When its connection was lost; null while it is connected, or when that was not recorded. */
  offline_since: Generated<number | null>
  /** The end of the limit on writing to new people; null without a limit. */
  limited_until: Generated<number | null>
  /** 1: the network named that end; 0: it is a guess after a refusal. */
  limit_named: Generated<Flag>
  /** 1: the limit also covers people who were written to and have never answered. */
  limits_unanswered: Generated<Flag>
  /** The end of the network's lock on new chats; null without one. */
  locked_until: Generated<number | null>
  /** The number of new chats left, and the quota; null where the network does not count them. */
  chats_left: Generated<number | null>
  chats_of: Generated<number | null>
  /** The period of the quota. */
  chats_from: Generated<number | null>
  chats_until: Generated<number | null>
  /** How many people a day its campaigns may write to; null without a cap. */
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

/** The health of a device. */
export interface DeviceHealthTable {
  device_id: string
  last_in_at: number | null
  last_out_at: number | null
  unreadable: number
  unreadable_since: number | null
  pre_keys_left: number | null
  latency_ms: number | null
}

/** The proxy of a number. */
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

/** The newest client version that the network has named, such as `2.3000.1`. */
export interface ClientVersionTable {
  name: string
  version: string
  asked_at: number
}
