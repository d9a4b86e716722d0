import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { oneLine, VISIBLE } from '@kirim/contract/names'

/**
 * A name as it is stored: one line without control characters, at most 200 characters. Empty when
 * nothing of it is visible.
 */
export function cleanName(written: string): string {
  const cut = oneLine(written)
    .slice(0, NAME_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
  return VISIBLE.test(cut) ? cut.toWellFormed().trim() : ''
}
