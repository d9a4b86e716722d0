import type { OptOut } from '@kirim/contract/opt-outs'

const DAY_MS = 24 * 60 * 60 * 1000

/** Whole days between opting out and coming back. */
export function daysOut({ since, last }: Pick<OptOut, 'since' | 'last'>): number {
  return Math.max(0, Math.floor((Date.parse(last.at) - Date.parse(since)) / DAY_MS))
}
