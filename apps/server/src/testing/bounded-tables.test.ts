import { QuotaName } from '@kirim/contract/quotas'
import { expect, test } from 'vitest'
import { freshDatabase } from './engines.ts'

/**
 * What keeps one member from filling the disk through each table that a member owns rows of: a
 * quota that counts them, or the reason why they cannot become many by the member's own calls.
 */
const BOUNDS: Readonly<Record<string, QuotaName | { readonly reason: string }>> = {
  contacts: 'contacts',
  media: 'mediaBytes',
  campaigns: 'campaigns',
  recipients: 'recipients',
  group_members: 'groupPlaces',
  opt_outs: 'optOuts',
  opt_out_changes: 'optOuts',
  chatbot_items: 'chatbotItems',

  contact_groups: { reason: 'GROUPS_MAX and SEGMENTS_MAX an account' },
  contact_fields: { reason: 'CONTACT_FIELDS_MAX, and 270 deleted ones' },
  contact_tags: { reason: 'TAGS_MAX an account' },
  tag_members: { reason: 'TAGS_PER_CONTACT_MAX a contact' },
  saved_texts: { reason: 'SAVED_TEXTS_MAX an account' },
  person_notes: { reason: 'PERSON_NOTES_MAX a person who has written' },
  campaign_devices: { reason: 'FURTHER_DEVICES_MAX a campaign' },
  campaign_media: { reason: 'CAMPAIGN_MEDIA_MAX a campaign' },
  freezes: { reason: 'one a campaign' },
  api_rest_configs: { reason: 'one an item' },
  campaign_keys: { reason: 'one a request that made a campaign, for 24 hours' },
  network_names: { reason: 'one a number that campaigns wrote to or the network named' },
  number_checks: { reason: 'of contacts alone, for NUMBER_CHECK_DAYS' },
  tokens: { reason: '100 sign-ins an account' },
  known_addresses: { reason: 'one an address that signed in, the newest alone' },
  password_resets: { reason: 'one an account, made by admins' },
  devices: { reason: 'as many as the plan has; rows of removed ones by linking each anew' },
  ...sameFor('one or few a device', [
    'chat_history',
    'chat_number_settings',
    'chat_numbers',
    'chatbot_numbers',
    'chatbot_settings',
    'device_credentials',
    'device_health',
    'device_manners',
    'device_proxies',
    'response_totals',
  ]),
  ...sameFor('a few numbers an account', [
    'ai_settings',
    'chat_settings',
    'opt_out_settings',
    'opt_out_totals',
    'quota_overrides',
    'quota_use',
    'user_totals',
  ]),
  quota_reservations: { reason: 'one an import under way' },
  message_counts: { reason: 'a quarter of an hour in which something left' },
  outgoing: { reason: 'what was sent, with gaps and at the pace of the network; retention' },
  chat_counts: { reason: 'summed up from time to time, one a number, person and queue' },
  chat_entries: { reason: 'notes and steps of people, at the pace of their hands' },
  chat_labels: { reason: 'CHAT_LABELS_MAX an account' },
  chat_mentions: { reason: 'a few a note' },
  chat_views: { reason: 'CHAT_VIEWS_MAX a person' },
  member_messages: { reason: 'what people write, at the pace of their hands' },
  chat_steps: { reason: 'one or two a case of a chat' },
  push_due: { reason: 'removed once told, or after ten minutes' },
  push_subscriptions: { reason: 'PUSH_BROWSERS_MAX a person and workspace' },
  ...sameFor('one or two a message or chat, and removed with it', [
    'search_messages',
    'search_pending',
  ]),
  ...sameFor('one a device or a table', ['search_devices', 'search_backlog']),
  // Refusing these would lose what other people wrote; when the disk is short, numbers rest.
  ...sameFor('what others wrote, at the pace of the network', [
    'awaited_responses',
    'chat_pauses',
    'chats',
    'chatbot_replies',
    'history_parts',
    'inbox',
    'inbox_changes',
    'inbox_files',
    'poll_votes',
    'message_reactions',
    'message_wordings',
    'pruned_inbox',
    'rejected_calls',
    'saved_responses',
  ]),
}

function sameFor(reason: string, tables: readonly string[]) {
  return Object.fromEntries(tables.map((table) => [table, { reason }]))
}

test('rows of each table that a member owns are counted by a quota, or bounded otherwise', async () => {
  const { db, close } = await freshDatabase('SQLite')
  const tables = await db.introspection.getTables()
  const owned = tables.filter(({ columns }) =>
    columns.some(({ name }) =>
      /^(user|device|campaign|group|item|opt_out|contact|tag)_id$/.test(name),
    ),
  )
  expect(owned.map(({ name }) => name).sort()).toEqual(Object.keys(BOUNDS).sort())
  const counted = Object.values(BOUNDS).filter((bound) => typeof bound === 'string')
  expect(QuotaName.options.filter((name) => !counted.includes(name))).toEqual([
    // Of those recipients who wait, and of calls, which leave no rows.
    'peopleWaiting',
    'callsToday',
  ])
  await close()
})
