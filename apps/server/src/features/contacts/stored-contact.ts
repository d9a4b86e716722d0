import { readValues, type Values } from './details/field-values.ts'

export interface StoredContact {
  readonly id: string
  readonly name: string
  readonly phoneNumber: string
  readonly createdAt: number
  /** The sort key of the name. */
  readonly sortKey: string
  readonly values: Values
}

/** The columns that `toContact` reads. */
export const CONTACT_COLUMNS = [
  'contacts.id',
  'contacts.name',
  'contacts.phone_number',
  'contacts.sort_key',
  'contacts.created_at',
  'contacts.fields',
] as const

/** Converts a row. */
export function toContact(row: {
  id: string
  name: string
  phone_number: string
  sort_key: string
  created_at: number
  fields: string | null
}): StoredContact {
  return {
    id: row.id,
    name: row.name,
    phoneNumber: row.phone_number,
    sortKey: row.sort_key,
    createdAt: row.created_at,
    values: readValues(row.fields),
  }
}
