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
  core.weather.strike(phone)
  return paceOf(weather)
}

/** The pace of a download of a file that was sent to a phone in this weather. */
export function downloadPace(core: Core, directPath: string): Pace | undefined {
  for (const phone of core.weather.rough()) {
    const weather = core.weather.now(phone)
    if (weather.kind !== 'slow_media' || !wasSentTo(core, phone, directPath)) continue
    core.weather.strike(phone)
    return paceOf(weather)
  }
  return undefined
}

const paceOf = ({ how = 'trickle', forMs = DEFAULT_MS }: SlowMedia): Pace => ({ how, forMs })

const wasSentTo = ({ store }: Core, phone: string, directPath: string): boolean =>
  store.one(
    `SELECT 1 FROM message WHERE phone = ? AND media IS NOT NULL AND direction = 'from-contact'
     AND json_extract(media, '$.directPath') = ? LIMIT 1`,
    phone,
    directPath,
  ) !== undefined
