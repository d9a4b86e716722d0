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
  analytics: ['message_counts'],
  campaigns: [
    'campaign_devices',
    'campaign_keys',
    'campaign_media',
    'campaigns',
    'freezes',
    'number_checks',
    'recipients',
  ],
  chatbots: [
    'api_rest_configs',
    'awaited_responses',
    'chat_pauses',
    'chatbot_items',
    'chatbot_numbers',
    'chatbot_replies',
    'chatbot_settings',
    'response_totals',
    'saved_responses',
  ],
  chats: [
    'chat_counts',
    'chat_entries',
    'chat_label_uses',
    'chat_labels',
    'chat_mentions',
    'chat_number_settings',
    'chat_settings',
    'chat_views',
    'member_messages',
    'person_notes',
    'chat_steps',
    'push_due',
    'push_keys',
    'push_subscriptions',
    'search_backlog',
    'search_devices',
    'search_messages',
    'search_pending',
    'search_texts_of_messages',
  ],
  cluster: ['cluster_events', 'nodes'],
  contacts: [
    'contact_fields',
    'contact_groups',
    'contact_tags',
    'contacts',
    'group_members',
    'tag_members',
  ],
  devices: ['client_version', 'device_credentials', 'device_health', 'device_proxies', 'devices'],
  manners: ['device_manners', 'rejected_calls'],
  media: ['doomed_media', 'media'],
  messages: [
    'chat_history',
    'chat_numbers',
    'chats',
    'history_parts',
    'inbox',
    'inbox_changes',
    'inbox_files',
    'message_reactions',
    'message_wordings',
    'network_names',
    'poll_votes',
    'pruned_inbox',
  ],
  'opt-outs': ['opt_out_changes', 'opt_out_settings', 'opt_out_totals', 'opt_outs'],
  delivery: ['outgoing', 'user_totals'],
  platform: [
    'limit_counts',
    'locks',
    'search_gaps',
    'search_owners',
    'search_texts',
    'server_checks',
  ],
  retention: ['retention_totals'],
  quotas: ['quota_overrides', 'quota_reservations', 'quota_use'],
  'saved-texts': ['saved_texts'],
  settings: ['ai_settings'],
  workspaces: ['memberships', 'team_invitations', 'workspaces'],
}
const OWNER_OF = new Map(
  Object.entries(OWNERS).flatMap(([room, tables]) => tables.map((table) => [table, room])),
)

/** Where the query builder is given a table; its first argument follows. */
const BUILDERS = [
  /\b(?:selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|truncateTable|\w+Join)\(\s*/g,
  // `Buffer.from` and its like have nothing to do with tables.
  /(?<!\b[A-Z]\w*)\.(?:from|using)\(\s*/g,
  /\b(?:sql|dynamic)\s*\.table(?:<\w+>)?\(\s*/g,
]
const LITERAL = /^(['"`])([a-z_]+)(?: as \w+)?\1(?=\s*(?:[),]|as const|$))/
/** A part of a query has a name of its own; one made on the spot is read by itself. */
const PART_OF_A_QUERY = /^(?:[\w.]+\.as\(|\(\w*\) =>)/

/** Tables as raw SQL lists them, each perhaps under another name. */
const ENTRY = '(?:only )?[a-z_]+(?: as)?(?: (?!from|join|update|into|using)[a-z_]+)?'
const RAW = new RegExp(`\\b(?:from|join|update|into|using) (${ENTRY}(?: ?, ?${ENTRY})*)`, 'g')
/** A table as a helper is told it. */
const TOLD = /\btable: (['"`])([a-z_]+)\1/g

/** Here tables are those of the callers, who tell them by literals. */
const TOLD_WHICH = /^platform[\\/]database[\\/]/

function roomOf(file: string): string {
  const [place = '', name = ''] = file.split(/[\\/]/)
  return place === 'features' ? name : place
}

function tablesNamedIn(text: string): { named: string[]; unclear: string[] } {
  const code = text.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, '')
  const named = [...code.matchAll(TOLD)].map(([, , table = '']) => table)
  const unclear: string[] = []
  for (const found of BUILDERS.flatMap((builder) => [...code.matchAll(builder)])) {
    const argument = code.slice(found.index + found[0].length)
    const entries = /^\[([^\]]*)\]/.exec(argument)?.[1]?.split(',') ?? [argument]
    for (const entry of entries.map((one) => one.trim()).filter((one) => one !== '')) {
      const [, , table] = LITERAL.exec(entry) ?? []
      if (table !== undefined) named.push(table)
      else if (!PART_OF_A_QUERY.test(entry)) unclear.push(found[0] + entry.split('\n')[0])
    }
  }
  return { named: [...named, ...tablesInSql(code)], unclear }
}

/** In any case, quoted or not, over any lines. */
function tablesInSql(code: string): string[] {
  const sql = code.toLowerCase().replaceAll(/["`]/g, '').replaceAll(/\s+/g, ' ')
  return [...sql.matchAll(RAW)]
    .flatMap(([, list = '']) => list.split(','))
    .map(
      (entry) =>
        entry
          .trim()
          .replace(/^only /, '')
          .split(' ')[0] ?? '',
    )
    .filter((table) => OWNER_OF.has(table))
}

test('a table is named by its own room alone; others ask through a port', () => {
  const across: string[] = []
  const seen = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: SOURCE })) {
    if (file.endsWith('.test.ts') || /(^|[\\/])(testing|migrations)[\\/]/.test(file)) continue
    const { named, unclear } = tablesNamedIn(readFileSync(`${SOURCE}/${file}`, 'utf8'))
    for (const table of named) {
      expect(OWNER_OF.get(table), `${table} has no owner`).toBeDefined()
      seen.add(table)
      if (OWNER_OF.get(table) !== roomOf(file)) across.push(`${file} names ${table}`)
    }
    if (!TOLD_WHICH.test(file)) across.push(...unclear.map((call) => `${file} hides it in ${call}`))
  }
  expect(across).toEqual([])
  expect([...seen].sort()).toEqual([...OWNER_OF.keys()].sort())
})

test.each([
  "db.selectFrom('users').select('id')",
  "db.deleteFrom(\n  'users as member')",
  'db.selectFrom(`users`)',
  'db.selectFrom("users")',
  "db.selectFrom(['users'])",
  "db.selectFrom(['users', 'campaigns as one'] as const)",
  "db.updateTable('campaigns').from('users')",
  "db.deleteFrom('campaigns').using('users')",
  'sql`delete from users where id = 1`',
  'sql`SELECT id FROM users`',
  'sql`select id from\n  users`',
  'sql`select id from campaigns, users`',
  'sql`select 1 from campaigns as c, users u where c.user_id = u.id`',
  'sql`select id from "users"`',
  'sql`delete from campaigns using users`',
  'sql`merge into users using campaigns on true`',
  "sql`case when exists (select 1 from users) then 'user' end`",
  "sql.table('users')",
  "eraseInSteps(db, { table: 'users', key })",
])('a table is seen in %s', (text) => {
  const { named, unclear } = tablesNamedIn(text)
  expect(named.filter((table) => table !== 'campaigns')).toEqual(['users'])
  expect(unclear).toEqual([])
})

test.each([
  'db.selectFrom(table)',
  'db.selectFrom([table])',
  'db.selectFrom(TABLES[0])',
  "db.selectFrom('use' + 'rs')",
  "db.selectFrom([...['users']] as ['users'])",
  "db.innerJoin(`use` + name, 'id', 'user_id')",
  "db.deleteFrom('campaigns').using(table)",
  'sql.table(name)',
])('a table is hidden in %s', (text) => {
  expect(tablesNamedIn(text).unclear.length).toBeGreaterThan(0)
})

test.each([
  '/** Those from users. */\n  // update users\n',
  "db.selectFrom(groups.members.as('member'))",
  "db.innerJoin((eb) => eb.as('page'), 'id')",
  'Buffer.from(name)',
  "import { toWorkspace } from './users.ts'",
])('no table is seen or hidden in %j', (text) => {
  expect(tablesNamedIn(text)).toEqual({ named: [], unclear: [] })
})
