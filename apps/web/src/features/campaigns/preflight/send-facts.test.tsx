// @vitest-environment jsdom
import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { SendFacts, startsSoon } from './send-facts.tsx'

const now = new Date(2026, 10, 21, 12, 0)
const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await i18n.changeLanguage('en')
})

interface Given extends Partial<CampaignEstimate> {
  beside?: ReturnType<typeof deviceOf>[]
  device?: ReturnType<typeof deviceOf> | undefined
  pace?: readonly [number, number]
}

/** The fact and its note, by term. */
function facts(given: Given = {}): Record<string, string> {
  const { pace = [5, 10], beside = [], ...rest } = given
  const { device, ...estimate } = { device: deviceOf(), ...rest }
  renderPage(
    <SendFacts
      senders={[device, ...beside]}
      groupName="Staf"
      estimate={{
        people: 484,
        alreadyWritten: 0,
        ahead: 0,
        startsAt: at(0),
        endsAt: at(62 * MINUTE),
        isOffline: false,
        isWaited: false,
        ...estimate,
      }}
      minSeconds={pace[0]}
      maxSeconds={pace[1]}
    />,
  )
  return Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      [...row.querySelectorAll('dd > span')].map(({ textContent }) => textContent).join(' | '),
    ]),
  )
}

describe('before something is sent', () => {
  it('lists all sending numbers, and the disconnected ones', () => {
    const beside = [
      deviceOf({ id: 'd2', name: 'Cawangan' }),
      deviceOf({ id: 'd3', name: '', number: '60123456703', connected: false }),
    ]
    expect(facts({ beside }).From).toBe(
      'KedaiCawangan60123456703 | Each person gets one message, from one of these numbers. Not connected: 60123456703.',
    )
  })

  it('shows number, people, start and end', () => {
    expect(facts()).toEqual({
      From: 'Kedai | 60123456789',
      To: '484 people | Staf',
      Starts: 'Now',
      Ends: 'today, about 13:02 | 5 to 10 s apart',
    })
  })

  it.each<[string, Given, string, string]>([
    [
      'a number without a name',
      { device: deviceOf({ name: '' }) },
      'From',
      '60123456789 | 60123456789',
    ],
    [
      'a number that is not connected',
      { device: deviceOf({ connected: false }) },
      'From',
      'Kedai | 60123456789, not connected. Sending starts once it reconnects.',
    ],
    [
      'a number that is gone',
      { device: undefined },
      'From',
      'A device that is no longer linked | , not connected. Sending starts once it reconnects.',
    ],
    ['one person', { people: 1 }, 'To', '1 person | Staf'],
    ['very many', { people: 12_345 }, 'To', '12,345 people | Staf'],
    [
      'some who had it',
      { alreadyWritten: 1200 },
      'To',
      '484 people | Staf; 1,200 already processed, will not get it again',
    ],
    [
      'a queue before it',
      { ahead: 1500 },
      'Starts',
      'Now | Queue ahead on this number: 1,500 people',
    ],
    ['a start in a minute', { startsAt: at(MINUTE) }, 'Starts', 'today, 12:01'],
    ['a start just before that', { startsAt: at(MINUTE - 1) }, 'Starts', 'Now'],
    ['a start that nobody can tell', { startsAt: null }, 'Starts', 'In more than a year'],
    [
      'a start of which nobody knows',
      { startsAt: null, endsAt: null, isOffline: true },
      'Starts',
      'Once connected',
    ],
    [
      'an end of which nobody knows',
      { startsAt: null, endsAt: null, isOffline: true },
      'Ends',
      'Not known yet | 5 to 10 s apart',
    ],
    [
      'an end that waits for a device that is away',
      { endsAt: null, isWaited: true },
      'Ends',
      'Not known yet | 5 to 10 s apart',
    ],
    [
      'a start for those alone who wait for such a device',
      { startsAt: null, endsAt: null, isWaited: true },
      'Starts',
      'Not known yet',
    ],
    ['a start next year', { startsAt: at(301 * DAY) }, 'Starts', '18 Sept 2027, 12:00'],
    [
      'an end that nobody can tell',
      { endsAt: null },
      'Ends',
      'In more than a year | 5 to 10 s apart',
    ],
    [
      'one pace',
      { pace: [7, 7], endsAt: at(300 * DAY) },
      'Ends',
      '17 Sept 2027, about 12:00 | 7 s apart',
    ],
  ])('%s', (_what, given, term, text) => {
    expect(facts(given)[term]?.replaceAll(/\s/g, ' ')).toBe(text)
  })

  it('is translated into Malay', async () => {
    await i18n.changeLanguage('ms')
    const shown = facts({ people: 1, alreadyWritten: 1, ahead: 2, startsAt: null })
    const words = Object.entries(shown).flat().join(' ')
    expect(words).toContain(i18n.t('{n} people', { count: 1, n: 1 }))
    expect(words).toContain(i18n.t('In more than a year'))
    expect(words).not.toMatch(/people|apart|turn|From|Starts|about/)
  })
})

it.each([
  [null, false],
  [at(-DAY), true],
  [at(MINUTE - 1), true],
  [at(MINUTE), false],
])('%s is soon: %s', (moment, soon) => {
  expect(startsSoon(moment)).toBe(soon)
})
