import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { oneLine, VISIBLE } from '@kirim/contract/names'
import { searchableName, sortKeyOf } from '../../platform/search-text.ts'

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

/** The columns that a name fills. */
export function namedColumns(name: string, phoneNumber: string) {
  const foldValue = searchableName(name)
  return { name, search_key: `${foldValue} ${phoneNumber}`, sort_key: sortKeyOf(foldValue) }
}

/** Values by field key; none is empty. */
export type Values = Readonly<Record<string, string>>

/** The stored columns: the values as written, and folded for filters. */
export function valueColumns(values: Values): {
  fields: string | null
  folded_fields: string | null
} {
  const entries = Object.entries(values)
  if (entries.length === 0) return { fields: null, folded_fields: null }
  return { fields: toJson(entries), folded_fields: toJson(entries.map(folded)) }
}

function folded([key, value]: [string, string]): [string, string] {
  return [key, searchableName(value)]
}

function toJson(entries: readonly (readonly [string, string])[]): string {
  return JSON.stringify(Object.fromEntries(entries))
}
