import type { proto } from 'baileys'
import type { Core } from '../core.ts'
import type { ClientVersion, NetworkWeather, OldClient, Weather } from './weather.ts'

/** The attributes of the `<failure>` that answers a login. */
type Failure = Record<string, string>

/** How the network answers WebSocket upgrades; undefined: as usual. */
export function upgradeAnswer(weather: NetworkWeather): 403 | 503 | 'silence' | undefined {
  return weather.kind === 'outage' ? weather.answer : undefined
}

/** Why a client that wants to be linked is refused; undefined when it is not. */
export function linkingFailure(core: Core, version: ClientVersion): Failure | undefined {
  const weather = core.weather.network
  if (weather.kind === 'closed') return { reason: String(weather.code) }
  return weather.kind === 'old_client' ? outdated(weather, version) : undefined
}

/** Why a device of the phone is refused at its login; undefined when it is not. */
export function loginFailure(
  core: Core,
  phone: string,
  version: ClientVersion,
): Failure | undefined {
  const everybody = linkingFailure(core, version)
  if (everybody) return everybody
  const failure = failureIn(core.weather.now(phone), version, core.clock.now())
  if (failure) core.weather.strike(phone)
  return failure
}

const DEFAULT_BAN = 101

function failureIn(weather: Weather, version: ClientVersion, now: number): Failure | undefined {
  switch (weather.kind) {
    case 'outage':
      return { reason: '503' }
    case 'old_client':
      return outdated(weather, version)
    case 'banned':
      if (weather.until === undefined) return { reason: '406' }
      return {
        reason: '402',
        code: String(weather.code ?? DEFAULT_BAN),
        expire: String(Math.ceil((weather.until - now) / 1000)),
      }
    case 'closed':
      return weather.when === 'login' ? { reason: String(weather.code) } : undefined
  }
  return undefined
}

const outdated = (weather: OldClient, version: ClientVersion): Failure | undefined =>
  isOlder(version, weather.version) ? { reason: '405' } : undefined

/** Whether a client is older than the oldest that is accepted. */
export function isOlder(version: ClientVersion, oldest: ClientVersion | undefined): boolean {
  if (!oldest) return true
  const differing = [0, 1, 2].find((part) => version[part] !== oldest[part])
  return differing !== undefined && (version[differing] ?? 0) < (oldest[differing] ?? 0)
}

export function versionOf({ userAgent }: proto.IClientPayload): ClientVersion {
  const { primary, secondary, tertiary } = userAgent?.appVersion ?? {}
  return [primary ?? 0, secondary ?? 0, tertiary ?? 0]
}
