import type { Hold } from '@kirim/contract/chatbot-tools'
import { afterEach, expect, it } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { simulationOf } from './simulator-form.tsx'
import { holdText, silenceText, verdictText } from './verdict-text.ts'

afterEach(() => i18n.changeLanguage('en'))

it.each<[Hold['reason'], string]>([
  ['number_off', 'This number is switched off: it would not answer.'],
  [
    'loop_guard',
    'Would stay silent until 7:00: this chat is paused after too many automatic replies.',
  ],
  ['person_answered', 'Would stay silent until 7:00: you answered in this chat from the phone.'],
  [
    'answer_saved',
    'Would be saved as the answer to a chatbot question. The default response would not answer it.',
  ],
  ['cooldown', 'Would stay silent until 7:00: this item has already answered in this chat.'],
])('held back for %s: %s', async (reason, english) => {
  const hold = { reason, until: null }
  expect(holdText(hold, '7:00', i18n.t)).toBe(english)
  await i18n.changeLanguage('ms')
  const malay = holdText(hold, '7:00', i18n.t)
  expect(malay).not.toBe(english)
  expect(malay.includes('7:00')).toBe(english.includes('7:00'))
})

it.each([
  ['a keyword', 'fired', 'buka', 'It answers to “buka”.'],
  ['no keyword', 'fired', '', 'It answers.'],
  ['what looks like a mark', 'fired', '{keyword}', 'It answers to “{keyword}”.'],
  [
    'a keyword of another character',
    'part_of_character',
    'ä',
    '“ä” appears only inside another character.',
  ],
  [
    'a default that is not needed',
    'default_not_needed',
    'Menu',
    'It is a default response, and “Menu” matches.',
  ],
])('a verdict with %s', (_what, reason, detail, text) => {
  expect(verdictText({ itemId: 'i1', fired: reason === 'fired', reason, detail }, i18n.t)).toBe(
    text,
  )
})

it.each(['', 'toString', 'a_newer_code'])('has a text for an unknown silence %j', (code) => {
  expect(silenceText(code, i18n.t)).toBe('No reply to this message.')
})

it.each([
  ['', undefined],
  ['tomorrow', undefined],
  ['2026-13-01T07:00', undefined],
  ['2026-11-21T07:00', new Date(2026, 10, 21, 7).toISOString()],
])('a message at %j is sent with the moment %s', (at, moment) => {
  const values = { text: 'x', contactName: '', contactNumber: '', chat: 'individual' } as const
  expect(simulationOf({ ...values, at }).at).toBe(moment)
})
