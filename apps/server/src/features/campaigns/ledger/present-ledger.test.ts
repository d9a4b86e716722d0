import type { RecipientState } from '@kirim/contract/campaigns'
import { ledgerText } from '@kirim/contract/ledger-texts'
import { expect, test } from 'vitest'
import type { LedgerRow } from './ledger-people.repository.ts'
import { presentDetails, presentPerson, presentReason } from './present-ledger.ts'

const on = {
  deviceName: 'Kedai',
  deviceRemoved: false,
  deviceOfflineSince: null,
  limitedUntil: null,
  isLimitNamed: true,
  enabled: true,
  pausedAt: null,
  cancelledAt: null,
  full: null,
  resting: null,
  now: Date.UTC(2026, 10, 27, 6),
}
const AT = Date.UTC(2026, 10, 27, 6, 2)
const offline = { deviceOfflineSince: AT }
const paused = { enabled: false, pausedAt: AT }
const full = { full: { device: 'Kedai', cap: 40, at: AT } }
const rests = { resting: { device: 'Kedai', at: AT } }
const removed = { deviceRemoved: true, deviceOfflineSince: AT }

const blank = {
  reason: null,
  reason_params: '',
  sent_at: null,
  delivered_at: null,
  read_at: null,
  settled_at: null,
  answered_at: null,
  device_id: null,
  variant: null,
}

function sentence(state: RecipientState, place: object = {}, more: Partial<LedgerRow> = {}) {
  const row = { ...blank, state, ...more } as LedgerRow
  return presentPerson(row, { ...on, ...place }).sentence
}

test.each([
  ['queued', {}, 'Waiting.'],
  ['queued', { enabled: false }, 'Waiting.'],
  ['queued', paused, 'Waiting: the campaign is paused.'],
  ['queued', { ...paused, ...offline }, 'Waiting: the campaign is paused.'],
  ['queued', offline, `Waiting: Kedai has been offline since ${new Date(AT).toISOString()}.`],
  ['queued', removed, 'Waiting until Kedai is linked again.'],
  [
    'queued',
    full,
    `Waiting: Kedai reached its limit of 40 a day. Resumes ${new Date(AT).toISOString()}.`,
  ],
  ['queued', { ...full, ...paused }, 'Waiting: the campaign is paused.'],
  [
    'queued',
    { ...full, ...offline },
    `Waiting: Kedai has been offline since ${new Date(AT).toISOString()}.`,
  ],
  ['sending', full, 'Sending now.'],
  [
    'queued',
    rests,
    `Waiting: WhatsApp asked Kedai to slow down. Resumes ${new Date(AT).toISOString()} (429).`,
  ],
  [
    'sending',
    rests,
    `Waiting: WhatsApp asked Kedai to slow down. Resumes ${new Date(AT).toISOString()} (429).`,
  ],
  ['queued', { ...rests, ...paused }, 'Waiting: the campaign is paused.'],
  [
    'queued',
    { ...rests, ...offline },
    `Waiting: Kedai has been offline since ${new Date(AT).toISOString()}.`,
  ],
  ['sending', {}, 'Sending now.'],
  ['sending', offline, `Waiting: Kedai has been offline since ${new Date(AT).toISOString()}.`],
  ['sending', paused, 'The campaign is paused. Their message may already have been sent.'],
  [
    'sending',
    { ...paused, ...offline },
    `Waiting: Kedai has been offline since ${new Date(AT).toISOString()}.`,
  ],
  [
    'sending',
    { enabled: false, pausedAt: AT, cancelledAt: AT, ...offline },
    `Waiting: Kedai has been offline since ${new Date(AT).toISOString()}.`,
  ],
  ['sending', removed, 'The number Kedai was removed before WhatsApp confirmed the message.'],
  ['held', paused, 'Waiting: the campaign is paused.'],
] as const)('%s with %o: %s', (state, place, text) => {
  expect(ledgerText(sentence(state, place))).toBe(text)
})

test('a held person waits for the end of the limit', () => {
  const held = sentence('held', { limitedUntil: AT, ...offline }, { reason: 'new_chats_limited' })
  expect(held).toEqual({
    code: 'new_chats_limited',
    params: { device: 'Kedai', at: new Date(AT).toISOString() },
  })
})

const unsettled = { reason: 'new_chats_unsettled' }

test.each([
  [{}, 'It may have arrived. Waiting to be sent again.'],
  [{ limitedUntil: on.now }, 'It may have arrived. Waiting to be sent again.'],
  [
    { limitedUntil: AT, ...offline },
    `It may have arrived. WhatsApp refused the second attempt (463): new chats are limited until ${new Date(AT).toISOString()}.`,
  ],
  [
    { limitedUntil: AT, isLimitNamed: false },
    `It may have arrived. WhatsApp refused the second attempt (463): new chats are limited, at least until about ${new Date(AT).toISOString()}.`,
  ],
  [
    { limitedUntil: AT, ...paused },
    'The campaign is paused. Their message may already have been sent.',
  ],
  [offline, `Waiting: Kedai has been offline since ${new Date(AT).toISOString()}.`],
  [removed, 'The number Kedai was removed before WhatsApp confirmed the message.'],
])('held, and may have the message, with %o: %s', (place, text) => {
  expect(ledgerText(sentence('held', place, unsettled))).toBe(text)
})

test('a limit that is over is not mentioned', () => {
  const over = { limitedUntil: on.now }
  const reason = 'new_chats_limited'
  expect(ledgerText(sentence('held', over, { reason }))).toBe('Waiting.')
  expect(ledgerText(sentence('held', { ...over, ...offline }, { reason }))).toBe(
    `Waiting: Kedai has been offline since ${new Date(AT).toISOString()}.`,
  )
})

test.each([
  ['not_on_whatsapp', 'failed', 'Not on WhatsApp.'],
  [
    'number_removed',
    'failed',
    'The sending number was removed before WhatsApp confirmed the message.',
  ],
  ['same_person', 'skipped', 'Same account as another recipient, who gets the message.'],
  ['refused_500', 'failed', 'Refused by WhatsApp (500).'],
  ['cancelled', 'skipped', `Cancelled ${new Date(AT).toISOString()}, before their turn.`],
  ['', 'failed', 'WhatsApp could not deliver it.'],
] as const)('%s of several people names no number: %s', (reason, state, text) => {
  const { sentence } = presentReason({ state, reason, people: 2 }, { cancelledAt: AT })
  expect(ledgerText(sentence)).toBe(text)
})

test.each([
  [
    'new_chats_refused',
    'Refused by WhatsApp (463): new chats are limited, at least until about AT.',
  ],
  ['new_chats_limited', 'On hold: WhatsApp limits new chats of Kedai, at least until about AT.'],
])('%s with a guessed end: %s', (reason, text) => {
  const limited = { limitedUntil: AT, isLimitNamed: false }
  const said = ledgerText(sentence('held', limited, { reason }))
  expect(said).toBe(text.replace('AT', new Date(AT).toISOString()))
})

test('a reader can answer for seven days', () => {
  const until = new Date(AT + 7 * 86_400_000).toISOString()
  expect(sentence('read', {}, { sent_at: AT })).toEqual({ code: 'read_at', params: { at: until } })
  expect(ledgerText(sentence('read', {}, { sent_at: null }))).toBe('Not answered.')
})

test.each([
  ['read', AT + 1, `Opted out ${new Date(AT + 1).toISOString()}, after this message.`],
  ['delivered', AT + 1, `Opted out ${new Date(AT + 1).toISOString()}, after this message.`],
  ['delivered', AT - 1, 'On their phone, not read yet.'],
  ['delivered', undefined, 'On their phone, not read yet.'],
  ['sent', AT + 1, 'Sent to WhatsApp, not on their phone yet.'],
] as const)('of somebody %s and left alone since %j it is said: %s', (state, since, said) => {
  const row = { ...blank, state, sent_at: AT } as LedgerRow
  expect(ledgerText(presentPerson(row, on, { leftAloneSince: since }).sentence)).toBe(said)
})

test('the sentence shows a short answer on one line', () => {
  const row = { ...blank, state: 'read', answered_at: AT } as LedgerRow
  const text = (answer?: string) => ledgerText(presentPerson(row, on, { answer }).sentence)
  const at = new Date(AT).toISOString()
  expect(text('Boleh simpan\n 2 cawan?')).toBe(`“Boleh simpan 2 cawan?”, ${at}`)
  expect(text('😀'.repeat(200))).toBe(`“${'😀'.repeat(80)}…”, ${at}`)
  expect(text('  ')).toBe(`Answered ${at}.`)
  expect(text()).toBe(`Answered ${at}.`)
})

const NOTHING_SAID = { messages: [], answer: null, isWithheld: false, isKept: true }

test('the parts of a failed message appear in the timeline', () => {
  const times = { sent_at: AT, settled_at: AT, read_at: AT + 2 }
  const row = { ...blank, ...times, state: 'failed', reason: 'refused_479' } as LedgerRow
  const campaign = { ...on, createdAt: AT - 1 } as Parameters<typeof presentDetails>[3]
  const { steps } = presentDetails(row, NOTHING_SAID, undefined, campaign)
  expect(steps.map(({ state }) => state)).toEqual(['queued', 'sent', 'failed', 'read'])
})
