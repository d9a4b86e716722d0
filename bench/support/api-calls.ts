import {
  type Account,
  addedContact,
  type Bare,
  contactByNumber,
  contactsByName,
  newestContacts,
} from './bare-statements.ts'
import { nameOf } from './seed.ts'

export interface Call {
  readonly what: string
  readonly method?: 'POST'
  path(account: Account, n: number): string
  body?(n: number): object
  readonly bare: Bare
}

/** The commonest lists and forms. */
export const CALLS: readonly Call[] = [
  { what: 'contacts', path: () => '/contacts?limit=25', bare: newestContacts },
  {
    what: 'contacts by name, far in',
    path: ({ middle }) => `/contacts?limit=25&sort=name&cursor=${middle.sort_key}.${middle.id}`,
    bare: contactsByName,
  },
  {
    what: 'search, a name',
    path: ({ people }, n) => search(farName(n, people)),
    bare: contactByNumber,
  },
  {
    what: 'search, a part of a name',
    path: (_account, n) => search(['ais', 'hassan', 'chand'][n % 3] ?? ''),
    bare: newestContacts,
  },
  {
    what: 'add a contact',
    method: 'POST',
    path: () => '/contacts',
    body: (n) => ({ name: nameOf(n), phoneNumber: freshNumber() }),
    bare: addedContact,
  },
]
let fresh = 0

/** Numbers that no other contact has. */
function freshNumber(): string {
  return `6016${String(1_000_000 + fresh++)}`
}

/** Short names also match inside longer ones, which only the large account has. */
function farName(n: number, people: number): string {
  return nameOf((n * 7919) % people)
}

function search(text: string): string {
  return `/contacts?limit=25&q=${encodeURIComponent(text.toLowerCase())}`
}
