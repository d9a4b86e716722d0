import { describe, expect, test } from 'vitest'
import { bulkCampaignSummary, CampaignSort } from './campaign-list.ts'
import { QUOTA_MAX, QuotaName, updateMemberQuotas } from './quotas.ts'
import { clientEvents, EventPosition, HandshakeAuth, PairingNumber } from './realtime.ts'
import * as sandbox from './sandbox.ts'
import { changeContact, changePhone, createGroup, createPhone, scanCode } from './sandbox.ts'
import { AiProvider, AiSettingsBody } from './settings.ts'
import {
  both,
  choice,
  type FieldRules,
  id,
  issuesOf,
  networkNumber,
  strictFlag,
  testFields,
  text,
  whole,
} from './testing/field-rules.ts'

const leftOut = { leftOut: { becomes: undefined } }

testFields(
  'settings of AI',
  AiSettingsBody,
  { provider: 'openai', model: 'm', baseUrl: 'https://ai.kedai.my/v1' },
  {
    provider: choice(AiProvider.options),
    model: text({ max: 200, trims: true, leftOut: { becomes: '' } }),
    baseUrl: {
      takes: [
        ['nothing', undefined, ''],
        ['a place on this machine', 'http://127.0.0.1:11434/v1'],
        ['white space around it', ' https://ai.kedai.my ', 'https://ai.kedai.my'],
      ],
      refuses: [
        ['no scheme', 'ai.kedai.my', 'web_address_invalid'],
        ['a script', 'javascript:1', 'web_address_invalid'],
        ['2001 letters', `https://x.my/${'x'.repeat(1988)}`, 'text_too_long', { max: 2000 }],
        ['null', null, 'unreadable'],
      ],
    },
    apiKey: text({ min: 1, max: 500, trims: true, ...leftOut }),
    monthlyLimit: both(whole({ min: 0, max: 1_000_000, leftOut: { becomes: null } }), {
      takes: [['null', null]],
      refuses: [],
    }),
  },
)

test('a provider of one’s own needs its address and its model, each told at its field', () => {
  const own = { provider: 'openai-compatible' }
  const both = [
    { path: ['baseUrl'], code: 'ai_base_url_required', params: {} },
    { path: ['model'], code: 'ai_model_required', params: {} },
  ]
  expect(issuesOf(AiSettingsBody, own)).toEqual(both)
  expect(issuesOf(AiSettingsBody, { ...own, model: ' ', baseUrl: ' ' })).toEqual(both)
  expect(issuesOf(AiSettingsBody, { ...own, model: 'm', baseUrl: 'http://x.my' })).toEqual([])
})

const quota = both(whole({ min: 0, max: QUOTA_MAX, ...leftOut }), {
  takes: [['null, which goes back to the plan', null]],
  refuses: [['twice that', 2 * QUOTA_MAX, 'number_too_large', { max: QUOTA_MAX }]],
})
testFields(
  'quotas of a member',
  updateMemberQuotas.body,
  {},
  Object.fromEntries(QuotaName.options.map((name) => [name, quota])),
)

const GROUPS = ['under_way', 'scheduled', 'paused', 'draft', 'completed', 'cancelled']
testFields(
  'a page of campaigns',
  bulkCampaignSummary.query,
  {},
  {
    limit: whole({ min: 1, max: 1000, asText: true, ...leftOut }),
    cursor: text({ max: 500, ...leftOut }),
    q: text({ max: 200, trims: true, ...leftOut }),
    status: {
      takes: [undefined, 'current', ...GROUPS].map((group) => [group ?? 'nothing', group, group]),
      refuses: [
        ['another', 'sending', 'unreadable'],
        ['two', 'draft,paused', 'unreadable'],
        ['a list', ['draft'], 'unreadable'],
      ],
    },
    sort: choice(CampaignSort.options, leftOut),
  },
)

const sandboxNumber = networkNumber('sandbox_number_invalid')
const anyNumber = networkNumber('sandbox_number_invalid', leftOut)

testFields(
  'a sandbox phone',
  createPhone.body,
  {},
  { name: text({ min: 1, max: 200, trims: true, ...leftOut }), phoneNumber: anyNumber },
)
testFields('a scan', scanCode.body, {}, { phoneNumber: anyNumber })
testFields(
  'a change of a phone',
  changePhone.body,
  { action: 'drop' },
  { action: choice(['drop', 'unlink']) },
)
testFields(
  'a change of a contact',
  changeContact.body,
  { online: true },
  {
    registered: strictFlag(leftOut),
    // Leaving it out would change nothing.
    online: { takes: [['false', false]], refuses: [['off', 'off', 'unreadable']] },
    typing: strictFlag(leftOut),
    hidden: strictFlag(leftOut),
    username: {
      takes: [
        ['letters', 'siti'],
        ['all that is allowed', 'siti.kedai_2'],
        ['three characters', 'a_1'],
        ['35 characters', 'a'.repeat(35)],
        ['none', ''],
        ['nothing', undefined],
      ],
      refuses: [
        ...[
          'si',
          'a'.repeat(36),
          'Siti',
          'siti kedai',
          '@siti',
          '.siti',
          'siti.',
          'a..b',
          '123',
        ].map((username) => [username, username, 'username_invalid'] as const),
        ['a number', 5, 'unreadable'],
      ],
    },
    revealNumber: strictFlag(leftOut),
  },
)
testFields(
  'a sandbox group',
  createGroup.body,
  { subject: 'Jiran', members: ['60123456789'] },
  {
    subject: text({ min: 1, max: 100, trims: true }),
    members: {
      takes: [
        ['one', ['60123456789']],
        ['50', Array(50).fill('60123456789')],
      ],
      refuses: [
        ['nothing', undefined, 'missing'],
        ['nobody', [], 'list_too_short', { min: 1 }],
        ['51', Array(51).fill('60123456789'), 'list_too_long', { max: 50 }],
        ['a text', '60123456789', 'unreadable'],
        ['no number', ['nobody'], 'sandbox_number_invalid'],
        ['null', [null], 'unreadable'],
      ],
    },
  },
)
testFields(
  'what a contact writes',
  sandbox.writeAsContact.body,
  {},
  {
    text: text({ max: 10_000, leftOut: { becomes: '' } }),
    author: anyNumber,
    quotes: text({ max: 100, min: 1, ...leftOut }),
  },
)
testFields(
  'a chat in a path',
  sandbox.messageMedia.params,
  { phoneNumber: '60123456789', contactNumber: '60123456789', messageId: 'A' },
  {
    phoneNumber: sandboxNumber,
    contactNumber: {
      takes: [
        ['a number', '60123456789'],
        ['a group', '120363000000000001@g.us'],
        ['a group of 25 digits', `${'1'.repeat(25)}@g.us`],
      ],
      refuses: [
        ['five digits', '12345', 'chat_number_invalid'],
        ['a group of 14 digits', `${'1'.repeat(14)}@g.us`, 'chat_number_invalid'],
        ['a group of 26 digits', `${'1'.repeat(26)}@g.us`, 'chat_number_invalid'],
        ['a person as the network has them', '60123456789@s.whatsapp.net', 'chat_number_invalid'],
        ['a line behind a group', '120363000000000001@g.us\n', 'chat_number_invalid'],
        ['nothing', undefined, 'missing'],
      ],
    },
    messageId: id(),
  },
)

test('a change of a contact that changes nothing is refused', () => {
  expect(issuesOf(changeContact.body, {})).toMatchObject([{ code: 'sandbox_change_missing' }])
  expect(issuesOf(changeContact.body, { asleep: true })).toHaveLength(1)
})

describe('socket events', () => {
  testFields(
    'the handshake',
    HandshakeAuth,
    { token: 'x' },
    {
      token: text({ min: 1, max: 200 }),
      workspace: text({ max: 100, leftOut: { becomes: undefined } }),
    },
  )

  const optional: FieldRules = both(text({ max: 200, leftOut: { becomes: undefined } }))
  const [[userId], [deviceId], [linkedId]] = [
    clientEvents.whatsapp_connect_request,
    clientEvents.whatsapp_reconnect_request,
    clientEvents.whatsapp_relink_request,
  ]

  test.each(optional.refuses.filter(([, value]) => value !== null))(
    'an argument refuses %s',
    (_what, value, code) => {
      for (const schema of [userId, deviceId, linkedId]) {
        expect(issuesOf(schema, value)[0]?.code).toBe(code)
      }
    },
  )

  test.each([
    ['60123456789', '60123456789'],
    [' +60 12-345.67 (89) ', '60123456789'],
    ['0060123456789', '60123456789'],
    ['9'.repeat(15), '9'.repeat(15)],
  ])('%j is the number of a phone to link', (written, digits) => {
    expect(PairingNumber.parse(written)).toBe(digits)
  })

  test.each([
    ['', 'phone_number_required'],
    [' - ', 'phone_number_required'],
    [null, 'phone_number_required'],
    ['0123456789', 'pairing_number_invalid'],
    ['123456', 'pairing_number_invalid'],
    ['9'.repeat(16), 'pairing_number_invalid'],
    ['60123456789x', 'pairing_number_invalid'],
    ['٦٠١٢٣٤٥٦٧٨٩', 'pairing_number_invalid'],
    [' '.repeat(41), 'pairing_number_invalid'],
  ])('%j is none', (written, code) => {
    expect(issuesOf(PairingNumber, written)[0]?.code).toBe(code)
  })

  test('a user id may be left out or null, and a device to connect again may not', () => {
    for (const nothing of [undefined, null]) {
      expect(issuesOf(userId, nothing)).toEqual([])
      expect(issuesOf(deviceId, nothing)).toHaveLength(1)
    }
  })

  test.each([
    ['run.0', true],
    [`${'r'.repeat(40)}.${'9'.repeat(15)}`, true],
    [`${'r'.repeat(41)}.1`, false],
    [`run.${'9'.repeat(16)}`, false],
    ['run', false],
    ['run.', false],
    ['.1', false],
    ['run.1\n', false],
    ['run.-1', false],
    ['run.1.2', false],
    ['r n.1', false],
  ])('the position %j: %s', (position, isOne) => {
    expect(EventPosition.safeParse(position).success).toBe(isOne)
  })
})
