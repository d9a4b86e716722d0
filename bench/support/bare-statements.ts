import type { Db } from '../../apps/server/src/platform/database/database.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { nameOf, numberOf } from './seed.ts'

export interface Account {
  readonly id: string
  readonly token: string
  readonly people: number
  /** The middle contact in order of name. */
  readonly middle: { readonly sort_key: string; readonly id: string }
}

/** The statement that a call needs at least, on a connection of its own. */
export type Bare = (db: Db, account: Account, n: number) => Promise<unknown>

const PAGE = 25

export const newestContacts: Bare = (db, { id }) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute()

export const contactsByName: Bare = (db, { id, middle }) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', id)
    .where((eb) => eb(eb.refTuple('sort_key', 'id'), '>', eb.tuple(middle.sort_key, middle.id)))
    .orderBy('sort_key')
    .orderBy('id')
    .limit(PAGE)
    .execute()

export const contactByNumber: Bare = (db, { id, people }, n) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', id)
    .where('phone_number', '=', numberOf(n % people))
    .execute()

export const addedContact: Bare = (db, { id: user_id }, n) =>
  db
    .insertInto('contacts')
    .values({
      id: newId(),
      user_id,
      name: nameOf(n),
      phone_number: `bare ${newId()}`,
      search_key: '',
      sort_key: '',
      created_at: Date.now(),
    })
    .execute()
