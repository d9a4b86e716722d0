import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'
import { SERVER, seconds, secondsAfter, stanzaId } from '../wire/stanza.ts'
import type { Limited, Weather } from './weather.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The shares of a quota from which the network warns. */
const WARNINGS = [
  [1, 'CAPPED'],
  [0.9, 'SECOND_WARNING'],
  [0.75, 'FIRST_WARNING'],
] as const

/** Whether a message of the phone to a contact would begin a chat. */
export const beginsChat = ({ messages }: Core, phone: string, contact: string): boolean =>
  messages.page({ phone, contact }, 1, Number.MAX_SAFE_INTEGER).length === 0

/** Whether the network refuses a message because its chat is `first`, or counts as such. */
export function refusesNewChat(
  core: Core,
  phone: string,
  contact: string,
  first: boolean,
): boolean {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'limited') return false
  if (!first && (!weather.unanswered || isAnswered(core, phone, contact))) return false
  const quota = quotaOf(core, phone, weather)
  const refused = !quota || quota.used >= quota.total
  if (refused) core.weather.strike(phone)
  return refused
}

const isAnswered = ({ store }: Core, phone: string, contact: string): boolean =>
  store.one(
    `SELECT 1 FROM message WHERE phone = ?1 AND contact = ?2 AND direction = 'from-contact' LIMIT 1`,
    phone,
    contact,
  ) !== undefined

interface Quota {
  total: number
  used: number
  startsAt: number
}

/** The quota of first chats, which is renewed a day after the weather began; none when locked. */
function quotaOf(core: Core, phone: string, { newADay = 0 }: Limited): Quota | undefined {
  if (newADay === 0) return undefined
  const { since } = core.weather.report(phone)
  const startsAt = since + Math.floor((core.clock.now() - since) / DAY_MS) * DAY_MS
  const used =
    core.store.one<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT contact FROM message WHERE phone = ?1 AND author IS NULL
       AND kind <> 'protocol' GROUP BY contact HAVING min(at) >= ?2
       AND min(CASE direction WHEN 'to-contact' THEN seq END) = min(seq))`,
      phone,
      startsAt,
    )?.n ?? 0
  return { total: newADay, used, startsAt }
}

/** The answer to a query of the account's time-lock. */
export function timelockOf(core: Core, phone: string): object {
  const weather = core.weather.now(phone)
  return { xwa2_fetch_account_reachout_timelock: timelock(weather) }
}

function timelock(weather: Weather): object {
  if (weather.kind !== 'limited' || weather.newADay) return { is_active: false }
  return {
    is_active: true,
    enforcement_type: 'DEFAULT',
    ...(weather.until === undefined ? {} : { time_enforcement_ends: secondsAfter(weather.until) }),
  }
}

/** The answer to a query of the account's quota of first chats. */
export const cappingOf = (core: Core, phone: string): object => ({
  xwa2_message_capping_info: capping(core, phone),
})

function capping(core: Core, phone: string): object {
  const weather = core.weather.now(phone)
  const quota = weather.kind === 'limited' ? quotaOf(core, phone, weather) : undefined
  if (!quota) return { total_quota: -1, used_quota: 0, capping_status: 'NONE' }
  return {
    total_quota: quota.total,
    used_quota: quota.used,
    cycle_start_timestamp: seconds(quota.startsAt),
    cycle_end_timestamp: seconds(quota.startsAt + DAY_MS),
    server_sent_timestamp: seconds(core.clock.now()),
    ote_status: 'NOT_ELIGIBLE',
    mv_status: 'NOT_ELIGIBLE',
    capping_status: cappingStatus(quota.used, quota.total),
  }
}

const cappingStatus = (used: number, total: number): string =>
  WARNINGS.find(([share]) => used >= total * share)?.[1] ?? 'NONE'

/** Notifies the phone's devices when a first chat brings the quota to a warning or its limit. */
export function tellQuota(core: Core, phone: string): void {
  const weather = core.weather.now(phone)
  const tells = weather.kind === 'limited' && !weather.untold
  const quota = tells ? quotaOf(core, phone, weather) : undefined
  if (!quota) return
  const status = cappingStatus(quota.used, quota.total)
  if (status !== cappingStatus(quota.used - 1, quota.total)) tellCapping(core, phone)
}

/** Notifies the phone's devices of a change of its limits. */
export function tellLimits(core: Core, phone: string, before: Weather, after: Weather): void {
  if (after.kind === 'limited' && after.untold) return
  const [was, is] = [timelock(before), timelock(after)]
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    notify(core, phone, 'NotificationUserReachoutTimelockUpdate', {
      xwa2_notify_account_reachout_timelock: is,
    })
  }
  if (hasQuota(before) || hasQuota(after)) tellCapping(core, phone)
}

const hasQuota = (weather: Weather): boolean =>
  weather.kind === 'limited' && (weather.newADay ?? 0) > 0

const tellCapping = (core: Core, phone: string): void =>
  notify(core, phone, 'MessageCappingInfoNotification', {
    xwa2_notify_new_chat_messages_capping_info_update: capping(core, phone),
  })

function notify(core: Core, phone: string, operation: string, data: object): void {
  for (const device of core.companions.ofPhone(phone)) {
    const id = stanzaId()
    const content = Buffer.from(JSON.stringify({ data }))
    const update: BinaryNode = { tag: 'update', attrs: { op_name: operation }, content }
    core.mailbox.post(device, {
      class: 'notification',
      id,
      peer: '',
      kind: 'mex',
      node: {
        tag: 'notification',
        attrs: { from: SERVER, type: 'mex', id, t: seconds(core.clock.now()) },
        content: [update],
      },
    })
  }
}
