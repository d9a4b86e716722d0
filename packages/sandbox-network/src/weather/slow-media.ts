import type { Core } from '../core.ts'
import type { SlowMedia } from './weather.ts'

const DEFAULT_MS = 40_000

/** How the media host handles a request. */
export interface Pace {
  how: 'trickle' | 'silence' | 'cut'
  forMs: number
}

/** The pace of a phone's uploads. */
export function uploadPace(core: Core, phone: string): Pace | undefined {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'slow_media') return undefined
  const pace = paceOf(weather)
  if (pace) core.weather.strike(phone)
  return pace
}

/** What replaces the list of upload hosts for a phone. */
export function hostsRefusal(core: Core, phone: string): 'refused' | 'no_hosts' | undefined {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'slow_media') return undefined
  if (weather.how !== 'refused' && weather.how !== 'no_hosts') return undefined
  core.weather.strike(phone)
  return weather.how
}

/** The pace of a download of a file that was sent to a phone in this weather. */
export function downloadPace(core: Core, directPath: string): Pace | undefined {
  for (const phone of core.weather.rough()) {
    const weather = core.weather.now(phone)
    const pace = weather.kind === 'slow_media' ? paceOf(weather) : undefined
    if (!pace || !wasSentTo(core, phone, directPath)) continue
    core.weather.strike(phone)
    return pace
  }
  return undefined
}

const paceOf = ({ how = 'trickle', forMs = DEFAULT_MS }: SlowMedia): Pace | undefined =>
  how === 'refused' || how === 'no_hosts' ? undefined : { how, forMs }

const wasSentTo = ({ store }: Core, phone: string, directPath: string): boolean =>
  store.one(
    `SELECT 1 FROM message WHERE phone = ? AND media IS NOT NULL AND direction = 'from-contact'
     AND json_extract(media, '$.directPath') = ? LIMIT 1`,
    phone,
    directPath,
  ) !== undefined
