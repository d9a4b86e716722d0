import type { Core } from '../core.ts'

/** The namespaces of lookups and of group metadata. */
const LIMITED = new Set(['usync', 'w:g2'])

/** Whether a query of the phone is one too many. */
export function isOverLimit(core: Core, phone: string, namespace: string | undefined): boolean {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'rate_overlimit' || !LIMITED.has(namespace ?? '')) return false
  if (core.weather.countQuery(phone) <= (weather.perMinute ?? 0)) return false
  core.weather.strike(phone)
  return true
}

/** Whether messages of the phone are refused for its rate. */
export function refusesMessages(core: Core, phone: string): boolean {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'rate_overlimit' || !weather.messages) return false
  core.weather.strike(phone)
  return true
}
