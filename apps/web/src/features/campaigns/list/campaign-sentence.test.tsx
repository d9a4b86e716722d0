// @vitest-environment jsdom
import { type CampaignTextCode, campaignTexts } from '@kirim/contract/campaign-texts'
import type { CampaignProgress } from '@kirim/contract/campaigns'
import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { campaignOf } from '../testing/campaigns.ts'
import { useCampaignSentence, useCampaignWhen } from './campaign-standing.tsx'

type Sentence = CampaignProgress['sentence']

const now = new Date(2026, 10, 21, 12, 0)
const today = new Date(2026, 10, 21, 7, 5).toISOString()
const nextWeek = new Date(2026, 10, 27, 16, 30).toISOString()
const lastYear = new Date(2025, 10, 27, 16, 30).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await i18n.changeLanguage('en')
})

/** Renders the hooks once without a page. */
function texts() {
  let say: ((sentence: Sentence) => string) | undefined
  let moment: ((moment: string) => string) | undefined
  let when: ReturnType<typeof useCampaignWhen> | undefined
  function Probe() {
    say = useCampaignSentence()
    moment = useMomentText()
    when = useCampaignWhen()
    return null
  }
  renderPage(<Probe />)
  if (!say || !moment || !when) throw new Error('The probe was not rendered.')
  return { say, moment, when }
}

describe('the sentence of a campaign', () => {
  it.each<[CampaignTextCode, Sentence['params'], string, string]>([
    ['draft', { people: 1 }, 'Not started. It will be sent to 1 person.', '1 orang'],
    ['draft', { people: 0 }, 'Not started. It will be sent to 0 people.', '0 orang'],
    ['draft', { people: 1340 }, 'Not started. It will be sent to 1,340 people.', '1,340 orang'],
    [
      'scheduled',
      { people: 2, at: nextWeek },
      'Starts Fri, 27 Nov, 16:30. It will be sent to 2 people.',
      '16:30',
    ],
    [
      'outside_hours',
      { people: 2, at: today },
      'Outside its sending hours. Resumes today, 07:05. 2 people left.',
      'hari ini, 07:05',
    ],
    [
      'number_unlinked',
      { people: 3, device: 'Kedai' },
      'Kedai was unlinked on its phone. Link it again to continue. 3 people left.',
      'Kedai',
    ],
    [
      'sending_away',
      { people: 3, device: '' },
      'Sending: 3 people left. Another number is not connected.',
      'Nombor lain',
    ],
    [
      'queued',
      { people: 3, campaign: '' },
      'Waiting for another campaign on the same number. 3 people left.',
      'kempen lain',
    ],
    [
      'completed_failed',
      { reached: 1998, total: 2000, failed: 2 },
      'Reached 1,998 of 2,000; 2 failed.',
      '1,998',
    ],
  ])('%s %j: %s', async (code, params, english, inMalay) => {
    expect(texts().say({ code, params })).toBe(english)
    await i18n.changeLanguage('ms')
    cleanup()
    const malay = texts().say({ code, params })
    expect(malay).toContain(inMalay)
    expect(malay).not.toBe(english)
  })

  it.each(['en', 'ms'])('fills all placeholders of each sentence: %s', async (language) => {
    await i18n.changeLanguage(language)
    const { say } = texts()
    const params = {
      people: 2,
      at: today,
      device: 'D',
      campaign: 'C',
      reached: 1,
      total: 2,
      failed: 1,
      failures: 20,
      cap: 50,
    }
    for (const code of Object.keys(campaignTexts)) {
      expect([code, say({ code, params })]).not.toEqual([code, expect.stringMatching(/^$|[{}]/)])
    }
  })

  it.each(['a_newer_reason', '', 'toString', '__proto__'])(
    'says nothing of a code that is not known here: %j',
    (code) => {
      expect(texts().say({ code, params: {} })).toBe('')
    },
  )

  it('never treats a value as an option of the translation', async () => {
    await i18n.changeLanguage('ms')
    await i18n.changeLanguage('en')
    const params = { lng: 'ms', defaultValue: 'Nothing.', people: 2 }
    expect(texts().say({ code: 'draft', params })).toBe('Not started. It will be sent to 2 people.')
  })

  it('shows names unchanged', () => {
    const { say } = texts()
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ minLength: 1 }),
          fc.constantFrom('{people}', '$t(draft)', '{device}', '<b>', '{{x}}'),
        ),
        (device) => {
          const code = 'number_connecting'
          const [before, after] = say({ code, params: { people: 2, device: '|' } }).split('|')
          expect(say({ code, params: { people: 2, device } })).toBe(`${before}${device}${after}`)
        },
      ),
    )
  })
})

it.each([
  [today, 'today, 07:05'],
  [new Date(2026, 10, 21, 0, 0).toISOString(), 'today, 00:00'],
  [new Date(2026, 10, 22, 0, 0).toISOString(), 'Sun, 22 Nov, 00:00'],
  [new Date(2026, 10, 20, 23, 59).toISOString(), 'Fri, 20 Nov, 23:59'],
  [lastYear, '27 Nov 2025, 16:30'],
])('the moment %s reads %s', (moment, text) => {
  expect(texts().moment(moment)).toBe(text)
})

it.each([
  ['scheduled', { scheduledAt: nextWeek }, 'Starts', 'Fri, 27 Nov, 16:30'],
  ['scheduled', { scheduledAt: null }, 'Created', '27 Nov 2025, 16:30'],
  ['completed', { endedAt: today, scheduledAt: lastYear }, 'Ended', 'today, 07:05'],
  ['completed', { endedAt: null }, 'Created', '27 Nov 2025, 16:30'],
  ['paused', { pausedAt: today, endedAt: nextWeek }, 'Paused', 'today, 07:05'],
  ['paused', { pausedAt: null }, 'Created', '27 Nov 2025, 16:30'],
  ['sending', { scheduledAt: today }, 'Created', '27 Nov 2025, 16:30'],
] as const)('the time shown for %s with %j: %s %s', (status, given, what, at) => {
  const campaign = campaignOf({ createdAt: lastYear, ...given, status })
  expect(texts().when(campaign)).toEqual({ what, at })
})

it('the sentence follows the language while it is visible', async () => {
  function Line() {
    return <p>{useCampaignSentence()({ code: 'draft_empty', params: {} })}</p>
  }
  renderPage(<Line />)
  screen.getByText(campaignTexts.draft_empty)
  await i18n.changeLanguage('ms')
  await screen.findByText(i18n.t(campaignTexts.draft_empty))
  expect(screen.queryByText(campaignTexts.draft_empty)).toBeNull()
})
