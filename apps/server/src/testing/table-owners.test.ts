import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FEATURES = fileURLToPath(new URL('../features', import.meta.url))
const QUERY =
  /\b(selectFrom|insertInto|updateTable|deleteFrom|\w+Join)\(\s*'([a-z_]+)(?: as \w+)?'/g
const WRITING = new Set(['insertInto', 'updateTable', 'deleteFrom'])

/** Every table of a feature's own; nobody else writes it, and who reads it besides stands below. */
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
  quotas: ['quota_overrides', 'quota_use'],
  settings: ['ai_settings'],
}

/**
 * Queries that join another feature's tables, since a port would cost one question a row, or write
 * them in one transaction with their own. This list only gets shorter.
 */
const ACROSS: readonly string[] = [
  'campaigns reads contact_groups',
  'campaigns reads contacts',
  'campaigns reads devices',
  'campaigns reads group_members',
  'campaigns writes contact_groups',
  'campaigns writes devices',
  'chatbots reads campaigns',
  'chatbots reads devices',
  'contacts writes campaigns',
]

test('a table is written and read by its own feature, and across only where it is known', () => {
  const ownerOf = new Map(
    Object.entries(OWNERS).flatMap(([feature, tables]) => tables.map((table) => [table, feature])),
  )
  const across = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: FEATURES })) {
    if (file.endsWith('.test.ts')) continue
    const feature = file.split(/[\\/]/)[0] ?? ''
    const text = readFileSync(`${FEATURES}/${file}`, 'utf8')
    for (const [, verb = '', table = ''] of text.matchAll(QUERY)) {
      const owner = ownerOf.get(table)
      expect(owner, `${table} has no owner`).toBeDefined()
      if (owner === feature) continue
      across.add(`${feature} ${WRITING.has(verb) ? 'writes' : 'reads'} ${table}`)
    }
  }
  expect([...across].sort()).toEqual(ACROSS)
})
