import { PLACEHOLDERS } from './template.ts'

/** The fields that a user has given to contacts, by key. */
export type KnownFields = Pick<ReadonlySet<string>, 'has'>

export const NO_FIELDS: KnownFields = new Set<string>()

/** What stands in brackets for a field: its name in lower case with single blanks. */
export function fieldKey(label: string): string {
  return label.toWellFormed().toLowerCase().replace(/\s+/g, ' ').trim()
}

/**
 * Whether a field may not be called so, because brackets around it mean something else, or because
 * every object has something of that name already, as `constructor`.
 */
export function isReservedKey(key: string): boolean {
  return Object.hasOwn(PLACEHOLDERS, key) || key.startsWith('api.') || key in {}
}

/** What cannot stand in brackets, or would end them. */
export const FIELD_KEY_FORBIDS = /[[\]{}|\\"\n]/
