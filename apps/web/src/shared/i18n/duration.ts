import type { TFunction } from 'i18next'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Formats a duration (in seconds) in its two largest units: "7 s", "38 min", "1 h 38 min", "2 d 4
 * h". Rounds up, never "0".
 */
export function durationText(seconds: number, t: TFunction): string {
  if (seconds < MINUTE) return t('{s} s', { s: Math.max(1, Math.ceil(seconds)) })
  const minutes = Math.ceil(seconds / MINUTE)
  if (minutes * MINUTE < HOUR) return t('{m} min', { m: minutes })
  if (minutes * MINUTE < DAY) {
    const rest = minutes % 60
    const hours = t('{h} h', { h: Math.floor(minutes / 60) })
    return rest === 0 ? hours : `${hours} ${t('{m} min', { m: rest })}`
  }
  const wholeHours = Math.ceil(seconds / HOUR)
  const days = t('{d} d', { d: Math.floor(wholeHours / 24) })
  return wholeHours % 24 === 0 ? days : `${days} ${t('{h} h', { h: wholeHours % 24 })}`
}
