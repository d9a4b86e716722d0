import type { Role } from '@kirim/contract/accounts'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** A part of a query: the people who sign in, with their roles on the server. */
export type PersonRows = SelectQueryBuilder<
  Database,
  'users',
  { id: string; name: string; email: string; role: Role }
>
