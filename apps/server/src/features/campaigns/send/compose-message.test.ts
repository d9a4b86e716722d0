import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import { HOURS_BY_SCHEDULE, type ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeFrom } from '../campaign/choose-campaign.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import { composeMessages, type Wording } from './compose-message.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 7, 1, 1, 30)

const campaign = (more: Partial<Wording> = {}): Wording => ({
  caption: 'Salam [name]',
  variants: [],
  optOutLine: '',
  language: 'en',
  enableLink: false,
  urlLink: 'https://kedai.my',
  timeZone: 'Asia/Kuala_Lumpur',
  deviceName: 'Kedai Siti',
  ...more,
})
const person = (more: Partial<Recipient> = {}): Recipient => ({
  id: 'r1',
  campaignId: 'c',
  workspaceId: 'u',
  name: 'Aisyah',
  phoneNumber: '60123456789',
  fields: null,
  jid: null,
  deviceId: null,
  variant: null,
  state: 'queued',
  ...more,
})
const files = (...ids: string[]) =>
  ids.map((mediaId) => ({ mediaId })) as unknown as Parameters<typeof composeMessages>[1]

const textOf = (given: Wording, who = person(), waName: string | null = null) =>
  composeMessages(given, [], who, waName, NOW).map(({ text }) => text)

describe('the messages to one person', () => {
  test.each([
    [
      'a picture first',
      [false, true],
      [
        ['Salam Aisyah', 'm0'],
        ['', 'm1'],
      ],
    ],
    [
      'sound first',
      [true, false],
      [
        ['Salam Aisyah', null],
        ['', 'm0'],
        ['', 'm1'],
      ],
    ],
    [
      'sound alone',
      [true],
      [
        ['Salam Aisyah', null],
        ['', 'm0'],
      ],
    ],
  ])('of %s has its text in the first message', (_what, sounds, expected) => {
    const media = sounds.map((isSound, index) => ({ mediaId: `m${index}`, isSound }))
    const messages = composeMessages(campaign(), media, person(), null, NOW)
    expect(messages.map(({ text, mediaId }) => [text, mediaId])).toEqual(expected)
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(messages.length)
  })

  test('is sound alone without a text', () => {
    const sound = [{ mediaId: 'm', isSound: true }]
    const messages = composeMessages(campaign({ caption: '' }), sound, person(), null, NOW)
    expect(messages).toMatchObject([{ text: '', mediaId: 'm' }])
  })

  test('is their own wording, or the caption if theirs was removed', () => {
    const variants = [
      { letter: 'B', caption: 'B, [name]', removed: false },
      { letter: 'C', caption: 'C', removed: true },
    ]
    const texts = [null, 0, 1, 2, 3].map((variant) =>
      textOf(campaign({ variants }), person({ variant })),
    )
    expect(texts.flat()).toEqual([
      'Salam Aisyah',
      'Salam Aisyah',
      'B, Aisyah',
      'Salam Aisyah',
      'Salam Aisyah',
    ])
  })

  test.each([
    ['[city|your town]', '{"city":"Bangi"}', ['Bangi']],
    ['[city|your town]', null, ['your town']],
    ['Kopi, [city]!', null, ['Kopi!']],
    // A field that was deleted after this person was frozen, and one that nobody ever had.
    ['[gone] [town]', '{"gone":"still here"}', ['still here [town]']],
  ])('names fields in %j with %j frozen', (caption, fields, texts) => {
    const messages = composeMessages(campaign({ caption }), [], person({ fields }), null, NOW, [
      'city',
    ])
    expect(messages.map(({ text }) => text)).toEqual(texts)
  })

  test('has greetings and dates in its language', () => {
    const given = campaign({ caption: '[greet], [now_formatted|dddd]', language: 'ms' })
    expect(textOf(given)).toEqual([expect.stringMatching(/^Selamat \w+, \w+$/)])
    expect(textOf({ ...given, language: 'en' })).toEqual([
      expect.stringMatching(/^Good \w+, \w+day$/),
    ])
  })

  test.each([
    ['words', { caption: 'Hai' }, ['Hai\nReply STOP to stop.']],
    [
      'words and a link',
      { caption: 'Hai', enableLink: true },
      ['Hai\n\nhttps://kedai.my\nReply STOP to stop.'],
    ],
    ['nothing', { caption: '' }, []],
  ] as const)('ends with how to opt out, behind %s', (_what, given, texts) => {
    expect(textOf(campaign({ ...given, optOutLine: 'en' }))).toEqual(texts)
  })

  test('has the opt-out line in its language, also below a file without text', () => {
    const given = campaign({ caption: '', optOutLine: 'ms' })
    const messages = composeMessages(given, files('a', 'b'), person(), null, NOW)
    expect(messages.map(({ text }) => text)).toEqual(['Balas BERHENTI untuk berhenti.', ''])
  })

  test.each<[string, Partial<Wording>, string[]]>([
    ['words alone', {}, ['Salam Aisyah']],
    ['words and a link', { enableLink: true }, ['Salam Aisyah\n\nhttps://kedai.my']],
    ['a link alone', { caption: '', enableLink: true }, ['https://kedai.my']],
    ['no words, and a link that is off', { caption: '' }, []],
    ['a link that is on and empty', { caption: '', enableLink: true, urlLink: '' }, []],
    [
      'a placeholder that comes to nothing',
      { caption: '[wa_name|]', enableLink: false },
      ['Aisyah'],
    ],
    ['a word that is none', { caption: '[nama]' }, ['[nama]']],
    ['braces that are not closed', { caption: '{Salam|Hai' }, ['{Salam|Hai']],
    ['the name of the number', { caption: '[me_wa_name]' }, ['Kedai Siti']],
    ['the hour of the campaign’s zone', { caption: '[now_formatted|HH:mm]' }, ['09:30']],
    ['a zone that nobody knows', { caption: '[now_formatted|HH:mm]', timeZone: 'Mars' }, ['01:30']],
  ])('%s', (_what, more, expected) => expect(textOf(campaign(more))).toEqual(expected))

  test('inserts names literally', () => {
    const named = (name: string) => textOf(campaign(), person({ name }))
    expect(named('{Siti|Nur}')).toEqual(['Salam {Siti|Nur}'])
    expect(named('[greet]')).toEqual(['Salam [greet]'])
    expect(named('$& $1')).toEqual(['Salam $& $1'])
    expect(named('')).toEqual(['Salam'])
    // A person listed by number is not addressed by it.
    expect(named('+60 12-345 6789')).toEqual(['Salam'])
  })

  test("uses the network name, or the contact's name without one", () => {
    const given = campaign({ caption: '[wa_name]/[name]' })
    expect(textOf(given, person(), 'Aisy')).toEqual(['Aisy/Aisyah'])
    expect(textOf(given, person(), null)).toEqual(['Aisyah/Aisyah'])
    expect(textOf(given, person(), '')).toEqual(['Aisyah/Aisyah'])
    expect(textOf(given, person({ name: '' }), 'Aisy')).toEqual(['Aisy/Aisy'])
  })

  test('each file is a separate message, the text only with the first', () => {
    const sent = composeMessages(campaign(), files('m1', 'm2', 'm3'), person(), null, NOW)
    expect(sent.map(({ text, mediaId }) => [text, mediaId])).toEqual([
      ['Salam Aisyah', 'm1'],
      ['', 'm2'],
      ['', 'm3'],
    ])
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
    const silent = composeMessages(campaign({ caption: '' }), files('m1'), person(), null, NOW)
    expect(silent.map(({ text }) => text)).toEqual([''])
  })

  test('the same person gets the same text again, others get different ones', () => {
    const options = Array.from({ length: 50 }, (_, n) => `w${n}`).join('|')
    const given = campaign({ caption: `{${options}}` })
    const wordsOf = (id: string) => textOf(given, person({ id }))[0]
    expect(wordsOf('r1')).toBe(wordsOf('r1'))
    const all = Array.from({ length: 40 }, (_, n) => wordsOf(`person ${n}`))
    expect(new Set(all).size).toBeGreaterThan(20)
  })

  test("cuts the text to the network's limit but keeps the link", () => {
    const link = `https://kedai.my/${'x'.repeat(1983)}`
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.boolean(), (times, enableLink) => {
        const given = campaign({ caption: '[name]'.repeat(times), enableLink, urlLink: link })
        const [text = ''] = textOf(given, person({ name: '🔑é'.repeat(700) }))
        expect(text.length).toBeLessThanOrEqual(MESSAGE_MAX_LENGTH)
        expect(text.isWellFormed()).toBe(true)
        if (enableLink) expect(text.endsWith(link)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

describe('when a campaign may send', () => {
  const ZONES = ['UTC', 'Asia/Kuala_Lumpur', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin']
  const schedules = Object.keys(HOURS_BY_SCHEDULE) as ScheduleType[]
  const hourIn = (moment: number, zone: string) => zonedClock(moment, zone)?.hour ?? -1

  test('is now or at the start of an active hour', () => {
    const moments = fc.integer({ min: NOW, max: NOW + 400 * 24 * HOUR })
    fc.assert(
      fc.property(
        moments,
        fc.constantFrom(...schedules),
        fc.constantFrom(...ZONES),
        (now, schedule, zone) => {
          const from = activeFrom(now, schedule, zone)
          const hours = HOURS_BY_SCHEDULE[schedule]
          expect(from).toBeGreaterThanOrEqual(now)
          expect(from - now).toBeLessThan(14 * HOUR)
          if (hours.length > 0) expect(hours).toContain(hourIn(from, zone))
          if (from === now) return
          expect(hours).not.toContain(hourIn(now, zone))
          expect(hours).not.toContain(hourIn(from - 1, zone))
        },
      ),
      { numRuns: 200 },
    )
  })

  test.each<[string, string, ScheduleType, string]>([
    ['2026-08-01T06:59:59.999Z', 'UTC', 'daytime', '2026-08-01T07:00:00.000Z'],
    ['2026-08-01T18:59:59.999Z', 'UTC', 'daytime', '2026-08-01T18:59:59.999Z'],
    ['2026-08-01T19:00:00.000Z', 'UTC', 'daytime', '2026-08-02T07:00:00.000Z'],
    ['2026-08-01T07:00:00.000Z', 'UTC', 'nighttime', '2026-08-01T19:00:00.000Z'],
    ['2026-08-01T00:30:00.000Z', 'Asia/Kathmandu', 'even_hours', '2026-08-01T00:30:00.000Z'],
    ['2026-08-01T01:30:00.000Z', 'Asia/Kathmandu', 'even_hours', '2026-08-01T02:15:00.000Z'],
    ['2026-08-01T23:00:00.000Z', 'Mars', 'odd_hours', '2026-08-01T23:00:00.000Z'],
    ['2026-08-01T19:00:00.000Z', 'Mars', 'daytime', '2026-08-02T07:00:00.000Z'],
    // The clock is set back there from three to two.
    ['2026-10-25T00:30:00.000Z', 'Europe/Berlin', 'odd_hours', '2026-10-25T02:00:00.000Z'],
    ['2026-08-01T03:12:34.567Z', 'UTC', 'anytime', '2026-08-01T03:12:34.567Z'],
  ])('%s in %s, %s: from %s', (now, zone, schedule, from) => {
    expect(new Date(activeFrom(Date.parse(now), schedule, zone)).toISOString()).toBe(from)
  })
})
