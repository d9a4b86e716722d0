import { useTranslation } from 'react-i18next'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** A time of waiting in its two largest units; a dash without one. */
export function useDuration(): (ms: number | null) => string {
  const { t } = useTranslation()
  return (ms) => {
    if (ms === null) return '–'
    if (ms < MINUTE_MS) return t('{s} s', { s: Math.round(ms / 1000) })
    if (ms < HOUR_MS) return t('{m} min', { m: Math.round(ms / MINUTE_MS) })
    const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)]
    if (ms < DAY_MS) return t('{h} h {m} min', { h: hours, m: minutes })
    return t('{d} d {h} h', { d: Math.floor(ms / DAY_MS), h: hours % 24 })
  }
}
