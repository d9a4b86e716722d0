import type { Core } from '../core.ts'

/** The namespaces of lookups and of group metadata. */
const LIMITED = new Set(['usync', 'w:g2'])

/** Whether a query exceeds the phone's rate limit. */
export function isOverLimit(core: Core, phone: string, namespace: string | undefined): boolean {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'rate_overlimit' || !LIMITED.has(namespace ?? '')) return false
  if (core.weather.countQuery(phone) <= (weather.perMinute ?? 0)) return false
  core.weather.strike(phone)
  return true
}

/** Whether the rate limit also refuses the phone's messages. */
export function refusesMessages(core: Core, phone: string): boolean {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'rate_overlimit' || !weather.messages) return false
  core.weather.strike(phone)
  return true
}
