import { compileChatbot } from '@kirim/chatbot-engine/chatbot'
import { type LintCode, lintTexts } from '@kirim/contract/lint-texts'
import { fillText } from '@kirim/contract/refusals'
import { expect, test } from 'vitest'
import { lintChatbot } from './lint-chatbot.ts'
import type { ResponderItem } from './responder-items.ts'

function item(id: string, fields: Partial<ResponderItem> = {}): ResponderItem {
  return {
    id,
    name: `Item "${id}"`,
    enabled: true,
    isDefault: false,
    sendTo: 'all',
    type: 'message_contains_keyword',
    keywords: [id],
    nextItemId: null,
    createdAt: 0,
    caption: 'x',
    mediaId: null,
    presenceDelayStatus: 'disable',
    presenceDelayTime: 0,
    saveData: 'no_save_response',
    apiRestDataStatus: 'disabled',
    useAi: false,
    aiSpintax: '',
    handOver: null,
    ...fields,
  }
}

function findings(items: readonly ResponderItem[], enabled = true) {
  const chatbot = {
    workspaceId: 'u',
    deviceName: 'Kedai',
    compiled: compileChatbot(items, { enabled }),
    items: new Map(items.map((one) => [one.id, one])),
  }
  return lintChatbot(chatbot, { configured: new Set(['configured']), hasAi: false })
}

const whole = { type: 'message_contains_whole_keyword' } as const
const rows: [LintCode, readonly ResponderItem[], object, boolean?][] = [
  ['number_off', [item('a')], {}, false],
  ['no_default_response', [item('a')], {}],
  ['no_default_individual', [item('a', { isDefault: true, sendTo: 'group' })], {}],
  ['empty_keyword', [item('a', { keywords: ['\u200b', 'a'] })], { keyword: '\u200b' }],
  [
    'duplicate_keyword',
    [item('a', { keywords: ['kopi'] }), item('b', { keywords: ['kopi', 'teh'] })],
    { other: 'Item "a"', keyword: 'kopi' },
  ],
  [
    'shadowed_keyword',
    [
      item('a', { ...whole, keywords: ['kopi'] }),
      item('b', { keywords: ['beli kopi susu', 'teh'] }),
    ],
    { other: 'Item "a"', keyword: 'beli kopi susu', otherKeyword: 'kopi' },
  ],
  [
    'unreachable_item',
    [item('a', { keywords: ['kopi'] }), item('b', { keywords: ['kopi'] })],
    { names: 'Item "a"' },
  ],
  ['nothing_leads_here', [item('a', { keywords: [] })], {}],
  ['default_keywords_unused', [item('a', { isDefault: true })], {}],
  [
    'several_defaults',
    [
      item('a', { isDefault: true, keywords: [] }),
      item('b', { isDefault: true, keywords: [], createdAt: 1 }),
    ],
    { other: 'Item "a"' },
  ],
  [
    'next_action_disabled',
    [item('a', { nextItemId: 'b' }), item('b', { enabled: false })],
    { other: 'Item "b"' },
  ],
  [
    'next_action_other_chats',
    [item('a', { nextItemId: 'b' }), item('b', { sendTo: 'group' })],
    { other: 'Item "b"' },
  ],
  [
    'long_action_chain',
    [...'abcdefgh'].map((id, place) => item(id, { nextItemId: 'bcdefgh'.charAt(place) || null })),
    { n: 5, other: 'Item "g"' },
  ],
  ['api_not_configured', [item('a', { apiRestDataStatus: 'enabled' })], {}],
  ['ai_without_key', [item('a', { useAi: true })], {}],
  ['missing_next_action', [item('a', { nextItemId: 'gone' })], { other: 'gone' }],
  [
    'action_cycle',
    [item('a', { nextItemId: 'b' }), item('b', { nextItemId: 'a' })],
    { names: expect.stringMatching(/^Item "[ab]" → Item "[ab]"/) },
  ],
]

test.each(rows)('%s is presented with its values', async (code, items, params, enabled = true) => {
  const finding = (await findings(items, enabled)).find((one) => one.code === code)
  expect(finding).toMatchObject({ code, params })
  expect(finding?.message).toBe(fillText(lintTexts[code], finding?.params ?? {}))
  expect(finding?.message).not.toMatch(/\{\w+\}/)
})

test('every text has its row', () => {
  expect(rows.map(([code]) => code).sort()).toEqual(Object.keys(lintTexts).sort())
})

test('a configured or disabled call is no problem', async () => {
  const items = [
    item('configured', { apiRestDataStatus: 'enabled' }),
    item('disabled', { apiRestDataStatus: 'enabled', enabled: false }),
  ]
  expect((await findings(items)).map(({ code }) => code)).toEqual(['no_default_response'])
})
