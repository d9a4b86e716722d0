import { PLACEHOLDERS } from './template.ts'

/** The fields that a user has given to contacts, by key. */
export type KnownFields = Pick<ReadonlySet<string>, 'has'>

export const NO_FIELDS: KnownFields = new Set<string>()

/** The key of a field as written in brackets: its name in lower case with single blanks. */
export function fieldKey(label: string): string {
  return label.toWellFormed().toLowerCase().replace(/\s+/g, ' ').trim()
}

/**
 * Whether a field cannot have this name, because it means something else in brackets or is a
 * property of every object, such as `constructor`.
 */
export function isReservedKey(key: string): boolean {
  return Object.hasOwn(PLACEHOLDERS, key) || key.startsWith('api.') || key in {}
}

/** Characters that cannot be used in brackets. */
export const FIELD_KEY_FORBIDS = /[[\]{}|\\"\n]/
