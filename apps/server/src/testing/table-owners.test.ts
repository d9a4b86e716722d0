import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

/** Every table of a room's own: nobody else names it in a query. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'invitations',
    'known_addresses',
    'password_resets',
    'server_settings',
    'tokens',
    'users',
  ],
  campaigns: ['campaign_media', 'campaigns', 'freezes', 'network_names', 'recipients'],
  chatbots: [
    'api_rest_configs',
    'awaited_responses',
    'chat_pauses',
    'chatbot_items',
    'chatbot_numbers',
    'chatbot_replies',
    'chatbot_settings',
    'inbox',
    'response_totals',
    'saved_responses',
  ],
  contacts: ['contact_groups', 'contacts', 'group_members'],
  devices: ['device_credentials', 'devices'],
  media: ['media'],
  outgoing: ['outgoing', 'user_totals'],
  platform: ['locks', 'search_owners', 'search_texts', 'server_checks'],
  quotas: ['quota_overrides', 'quota_use'],
  settings: ['ai_settings'],
}
const OWNER_OF = new Map(
  Object.entries(OWNERS).flatMap(([room, tables]) => tables.map((table) => [table, room])),
)

/** A table as the query builder is given it, as raw SQL names it, and as a helper is told it. */
const NAMED = [
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|\w+Join)\(\s*'([a-z_]+)(?: as \w+)?'/g,
  new RegExp(`\\b(?:from|join|update|into) (${[...OWNER_OF.keys()].join('|')})\\b`, 'g'),
  /\btable: '([a-z_]+)'/g,
]

function roomOf(file: string): string {
  const [place = '', name = ''] = file.split(/[\\/]/)
  return place === 'features' ? name : place
}

function tablesNamedIn(text: string): string[] {
  const code = text.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, '')
  return NAMED.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = '']) => table))
}

test('a table is named by its own room alone; others ask through a port', () => {
  const across: string[] = []
  const named = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: SOURCE })) {
    if (file.endsWith('.test.ts') || /(^|[\\/])(testing|migrations)[\\/]/.test(file)) continue
    for (const table of tablesNamedIn(readFileSync(`${SOURCE}/${file}`, 'utf8'))) {
      expect(OWNER_OF.get(table), `${table} has no owner`).toBeDefined()
      named.add(table)
      if (OWNER_OF.get(table) !== roomOf(file)) across.push(`${file} names ${table}`)
    }
  }
  expect(across).toEqual([])
  expect([...named].sort()).toEqual([...OWNER_OF.keys()].sort())
})

test('a comment names no table', () => {
  expect(tablesNamedIn('/** Those from users. */\n  // update users\n')).toEqual([])
})

test.each([
  "db.selectFrom('users').select('id')",
  "db.deleteFrom(\n  'users as member')",
  'sql`delete from users where id = 1`',
  "sql`case when exists (select 1 from users) then 'user' end`",
  "eraseInSteps(db, { table: 'users', key })",
])('a table is seen in %s', (text) => {
  expect(tablesNamedIn(text)).toEqual(['users'])
})
