// @vitest-environment jsdom
import type { CampaignReport, LedgerPerson } from '@kirim/contract/campaign-ledger'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { bulkCampaignOf, campaignOf, progressOf } from '#features/campaigns/testing/campaigns.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, lastBodyOf, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press, stubLayout } from '#shared/testing/user.ts'
import { CampaignPage } from './campaign-page.tsx'

const REPORT = 'GET /ledger/c1'
const PEOPLE = 'GET /ledger/c1/people'
const FIRST = `${PEOPLE}?limit=100`

const campaign = campaignOf({
  answered: 214,
  status: 'sending',
  sentence: { code: 'sending', params: { people: 370 } },
  counts: { queued: 370, sent: 60, delivered: 390, read: 1140, failed: 23, skipped: 17 },
})

function reportOf(given: Partial<CampaignReport> = {}): CampaignReport {
  return {
    ...campaign,
    deviceNumber: '60123456701',
    alsoFrom: [],
    caption: 'Hai',
    minIntervalSeconds: 5,
    maxIntervalSeconds: 10,
    campaignScheduleType: 'daytime',
    timeZone: 'Asia/Kuala_Lumpur',
    startedAt: '2026-11-27T07:00:00.000Z',
    perMinute: 7.94,
    paceSeconds: 300,
    notAnswered: 1376,
    partly: { sent: 0, delivered: 0, read: 0 },
    failuresInARow: 0,
    today: { used: 1613, cap: 2500 },
    heldUntil: null,
    heldUntilIsGuess: false,
    endsAt: null,
    behind: { id: 'c2', name: 'Menu baru', people: 3412, scheduledAt: null },
    reasons: [
      reason('failed', 'not_on_whatsapp', 19, { device: 'Kedai' }),
      reason('failed', 'refused_475', 4, { code: '475' }, 'refused'),
      reason('skipped', 'opted_out', 17),
    ],
    variants: [],
    comparison: [],
    ...given,
  }
}

function reason(
  state: 'failed' | 'skipped',
  name: string,
  people: number,
  params: Record<string, string> = {},
  code = name,
): CampaignReport['reasons'][number] {
  return { reason: name, state, people, sentence: { code, params } }
}

function person(place: number, given: Partial<LedgerPerson> = {}): LedgerPerson {
  return {
    id: `c1.${place}`,
    name: `Person ${place}`,
    phoneNumber: `6012345670${place}`,
    state: 'queued',
    variant: null,
    answeredAt: null,
    from: null,
    at: null,
    sentence: { code: 'queued', params: {} },
    ...given,
  }
}

const people = (...items: readonly LedgerPerson[]) => ok({ items, next: null })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [REPORT]: ok(reportOf()),
    [FIRST]: people(person(1, { state: 'read', at: '2026-11-27T08:00:00.000Z' }), person(2)),
  })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await i18n.changeLanguage('en')
})

function show(address = '/campaigns/c1') {
  return renderPage(<Route path="/campaigns/:campaignId" component={CampaignPage} />, {}, address)
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))

describe('the page', () => {
  it('shows the funnel, each step as a share of an earlier one', async () => {
    show()
    const heading = await screen.findByRole('heading', { name: /Promo Kopi Ais Jumaat/ })
    expect(heading.textContent).toContain('Sending')
    const card = within(screen.getByRole('region', { name: '1,630 of 2,000 processed' }))
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'People2,000in the group',
      'Sent1,59079.5%79.5% of people',
      'Delivered1,53096.2%96.2% of sent',
      'Read1,14074.5%74.5% of delivered',
      'Answered21414%14% of delivered',
    ])
    card.getByRole('button', { name: /Failed\s*23\s*19: Not on WhatsApp/ })
    card.getByRole('button', { name: /Skipped\s*17\s*Opted out/ })
    const pace = within(screen.getByRole('region', { name: 'Pace' }))
    pace.getByText('7.9 per minute')
    pace.getByText('1,613 of 2,500')
    pace.getByText('5 to 10 s apart')
    expect(pace.getByRole('link', { name: 'Menu baru' }).getAttribute('href')).toBe('/campaigns/c2')
  })

  it('lists by reason the people that a finished campaign did not reach', async () => {
    api.answers[REPORT] = ok(reportOf({ status: 'completed', endedAt: '2026-11-27T09:00:00.000Z' }))
    const found = `${PEOPLE}?state=failed&reason=refused_475&limit=100`
    api.answers[found] = people(person(7, { state: 'failed' }))
    show()
    const card = within(
      await screen.findByRole('region', { name: '40 of 2,000 people were not reached' }),
    )
    expect(card.getAllByRole('listitem')).toHaveLength(3)
    fireEvent.click(card.getByRole('button', { name: 'Show: Refused by WhatsApp (475).' }))
    await screen.findByRole('row', { name: /Person 7/ })
    expect(window.location.search).toBe('?state=failed&reason=refused_475')
    expect(screen.queryByRole('row', { name: /Person 1/ })).toBeNull()
  })

  it('compares the variations, including the caption', async () => {
    const outcome = { removed: false, people: 500, sent: 400, failed: 3 }
    const variants = [
      { ...outcome, letter: 'A', caption: 'Kopi ais RM4', delivered: 380, read: 190, answered: 40 },
      { ...outcome, letter: 'B', caption: '', delivered: 0, read: 0, answered: 0, removed: true },
    ]
    const comparison = [{ code: 'read_maybe', params: { letter: 'A', tries: 9 } }]
    api.answers[REPORT] = ok(reportOf({ variants, comparison }))
    show()
    const card = within(await screen.findByRole('region', { name: 'Variations' }))
    expect(card.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'VariationSentFailedReadAnswered',
      'AKopi ais RM4400350.0%10.5%',
      'BNo textno longer used40030.0%0.0%',
    ])
    card.getByText(/^A is read more often so far\. .* once in 9 tries\.$/)
  })

  it('shows a problem at the top, with the next step', async () => {
    const sentence = { code: 'number_disconnected', params: { people: 3, device: 'Kedai' } }
    api.answers[REPORT] = ok(reportOf({ status: 'waiting_number', sentence }))
    show()
    await screen.findByText('Waiting for Kedai to reconnect. 3 people left.')
    screen.getByRole('link', { name: 'Reconnect' })
  })

  it.each([
    [
      'held',
      {
        code: 'daily_cap',
        params: { cap: 50, device: 'Kedai', at: '2035-11-27T00:00:00.000Z', people: 3 },
      },
    ],
    ['sending', { code: 'sending', params: { people: 3 } }],
  ] as const)(
    'says how many people wait when sending resumes by itself: %s',
    async (status, sentence) => {
      const counts = { ...campaign.counts, held: 41 }
      api.answers[REPORT] = ok(reportOf({ status, sentence, counts }))
      show()
      await screen.findByText('41 people are waiting.')
      expect(screen.queryByText(/until/)).toBeNull()
      if (status === 'held') screen.getByText(/^Daily cap of 50 reached\. Kedai resumes/)
      fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
      expect(window.location.search).toBe('?state=held')
    },
  )

  it('does not promise to resume by itself while its number is disconnected', async () => {
    const counts = { ...campaign.counts, held: 41 }
    const sentence = { code: 'number_disconnected', params: { people: 3, device: 'Kedai' } }
    api.answers[REPORT] = ok(reportOf({ status: 'waiting_number', sentence, counts }))
    show()
    await screen.findByText('Waiting for Kedai to reconnect. 3 people left.')
    expect(screen.queryByText(/people are waiting|resumes automatically/)).toBeNull()
  })

  it('says only once that all remaining people are held, and lists them', async () => {
    const counts = { ...campaign.counts, queued: 0, held: 41 }
    const at = '2035-11-27T10:00:00.000Z'
    const sentence = { code: 'held_new_chats', params: { people: 41, device: 'Kedai', at } }
    api.answers[REPORT] = ok(reportOf({ status: 'held', sentence, counts, heldUntil: at }))
    show()
    await screen.findByText(/^On hold: WhatsApp limits new chats/)
    expect(screen.queryByText(/^41 people are waiting/)).toBeNull()
    // Nothing leaves now.
    const pace = within(screen.getByRole('region', { name: 'Pace' }))
    expect(pace.getByText('7.9 per minute').closest('div')?.textContent).toMatch(/^Recently/)
    fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
    expect(window.location.search).toBe('?state=held')
  })

  it('says until when people are held, in the notice and in the funnel', async () => {
    const counts = { ...campaign.counts, held: 41 }
    api.answers[REPORT] = ok(reportOf({ counts, heldUntil: '2035-11-27T10:00:00.000Z' }))
    show()
    await screen.findByText(/^41 people are waiting until .*2?7.*, \d\d:00\.$/)
    screen.getByText(/^until /)
  })

  it('does not say until when people are held while it is paused', async () => {
    const counts = { ...campaign.counts, held: 41 }
    const paused = { status: 'paused', counts, heldUntil: '2035-11-27T10:00:00.000Z' } as const
    api.answers[REPORT] = ok(reportOf(paused))
    show()
    const card = within(await screen.findByRole('region', { name: /processed$/ }))
    card.getByText('41')
    expect(card.queryByText(/^until /)).toBeNull()
  })

  it('marks an estimated end of the hold as an estimate', async () => {
    const counts = { ...campaign.counts, held: 41 }
    const heldUntil = '2035-11-27T10:00:00.000Z'
    api.answers[REPORT] = ok(reportOf({ counts, heldUntil, heldUntilIsGuess: true }))
    show()
    await screen.findByText(/^41 people are waiting, at least until about /)
    screen.getByText(/^at least until about /)
    screen.getByText(/has not said until when/)
  })

  it('lists the failed people when failures paused it', async () => {
    const params = { at: '2026-11-27T07:00:00.000Z', failures: 20, people: 3 }
    const sentence = { code: 'paused_failures', params }
    api.answers[REPORT] = ok(reportOf({ status: 'paused', sentence }))
    show()
    await screen.findByText(/^Paused by Kirim/)
    fireEvent.click(screen.getAllByRole('button', { name: 'Show them' })[0] as HTMLElement)
    expect(window.location.search).toBe('?state=failed')
  })

  it('counts the people messaged by a cancelled campaign, and offers a copy', async () => {
    const counts = { ...campaign.counts, queued: 0, skipped: 387 }
    const cancelledAt = '2026-11-27T08:00:00.000Z'
    const sentence = { code: 'cancelled_by_owner', params: { at: cancelledAt, people: 387 } }
    const over = { status: 'cancelled', cancelledAt, counts, sentence } as const
    api.answers[REPORT] = ok(reportOf({ ...over, actions: [] }))
    show()
    await screen.findByText('1,590 of 2,000 messaged')
    // What became of it stands with the name, wherever the buttons have room.
    expect(screen.getByText(/^Cancelled /).closest('p')?.textContent).toMatch(/^From /)
    screen.getByRole('button', { name: 'Duplicate' })
    expect(screen.queryByRole('link', { name: 'Send to the rest' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Queued/ })).toBeNull()
  })

  it('asks before it sends to the rest', async () => {
    const counts = { ...campaign.counts, queued: 0 }
    const times = {
      ...{ alreadyWritten: 0, ahead: 0, startsAt: null, endsAt: null },
      ...{ isOffline: false, isWaited: false },
    }
    api.answers[REPORT] = ok(reportOf({ status: 'completed', counts, actions: [] }))
    const rest = { ...times, people: 3, failed: 0 }
    api.answers['GET /campaigns/d1/c1/rest?includeFailed=false'] = ok(rest)
    show()
    fireEvent.click(await screen.findByRole('link', { name: 'Send to the rest' }))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Send to the 3 people left?' }),
    )
    fireEvent.click(question.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(window.location.search).toBe('')
  })

  it('says that a campaign was not found, and loads nothing else', async () => {
    api.answers[REPORT] = refused(404, '')
    show()
    await screen.findByText('Campaign not found.')
    expect(api.calls).toEqual([REPORT])
  })

  it('loads again after an error', async () => {
    api.answers[REPORT] = refused(403, 'Not now.')
    show()
    await screen.findByText('Not now.')
    api.answers[REPORT] = ok(reportOf())
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('1,630 of 2,000 processed')
  })
})

it('a follow-up opens a draft for the people who did not answer', async () => {
  api.answers[REPORT] = ok(reportOf({ status: 'completed', actions: [] }))
  api.answers['POST /campaigns/d1/c1/follow-up'] = {
    ...ok(bulkCampaignOf({ id: 'c9' })),
    status: 201,
  }
  show()
  await screen.findByRole('button', { name: /^Follow up/ })
  await press(/^Follow up/)
  await waitFor(() => expect(window.location.search).toContain('editCampaignId=c9'))
  expect(lastBodyOf(api, 'POST /campaigns/d1/c1/follow-up')).toEqual({ to: 'not_answered' })
})

describe('the people', () => {
  it('are filtered by the URL', async () => {
    api.answers[`${PEOPLE}?state=read&limit=100`] = people(person(1, { state: 'read' }))
    api.answers[`${PEOPLE}?state=read&q=nurul&limit=100`] = people()
    show()
    await screen.findByRole('row', { name: /Person 2/ })
    const states = within(screen.getByRole('group', { name: 'State' }))
    fireEvent.click(states.getByRole('button', { name: 'Read 1,140' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Person 2/ })).toBeNull())
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nurul' } })
    await screen.findByText('No one found')
    expect(window.location.search).toBe('?state=read&q=nurul')
    fireEvent.click(screen.getByRole('button', { name: 'Show everyone' }))
    await screen.findByRole('row', { name: /Person 2/ })
    expect(window.location.search).toBe('')
  })

  it('show their timeline and messages when opened', async () => {
    const at = '2026-11-27T08:00:00.000Z'
    api.answers[`${PEOPLE}/c1.1`] = ok({
      ...person(1, { state: 'read', at }),
      steps: [
        { state: 'queued', at, sentence: null },
        { state: 'sent', at, sentence: null },
        { state: 'read', at, sentence: null },
      ],
      answer: null,
      removed: null,
      optedOutAt: null,
      messages: [{ text: 'Hai *Nurul*', file: null, state: 'read', attempts: 1 }],
    })
    show()
    await screen.findByRole('row', { name: /Person 1/ })
    const toggle = screen.getByRole('button', { name: 'Person 1' })
    fireEvent.click(toggle)
    const steps = within(await screen.findByRole('region', { name: 'Timeline' }))
    expect(steps.getAllByRole('listitem')).toHaveLength(3)
    screen.getByText('Nurul')
    screen.getByText('WhatsApp did not answer one attempt.')
    expect(screen.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe(
      '/contacts?q=60123456701',
    )
    fireEvent.click(toggle)
    expect(screen.queryByRole('region', { name: 'Timeline' })).toBeNull()
  })

  it.each([
    ['Nurul', '/contacts?q=Nurul'],
    ['•••• 6701', undefined],
  ])('whose number is hidden are linked to by their name: %s', async (name, address) => {
    const hidden = person(1, { name, phoneNumber: '•••• 6701' })
    const words = { steps: [], messages: [], answer: null, removed: null, optedOutAt: null }
    api.answers[FIRST] = people(hidden)
    api.answers[`${PEOPLE}/c1.1`] = ok({ ...hidden, ...words })
    show()
    await screen.findAllByText('Number hidden, ends 6701')
    fireEvent.click(screen.getByRole('button', { name }))
    await screen.findByText('Nothing was sent to this person.')
    const link = screen.queryByRole('link', { name: 'Contact' })
    expect(link?.getAttribute('href')).toBe(address)
  })

  it('show their answer, and can be filtered by it', async () => {
    const at = '2026-11-27T08:00:00.000Z'
    const answered = person(3, { state: 'read', at, answeredAt: '2026-11-27T09:30:00.000Z' })
    api.answers[`${PEOPLE}?answered=yes&limit=100`] = people(answered)
    api.answers[`${PEOPLE}/c1.3`] = ok({
      ...answered,
      steps: [{ state: 'read', at, sentence: null }],
      messages: [],
      answer: { text: 'Boleh simpan 2?', at: answered.answeredAt },
      removed: null,
      optedOutAt: '2026-11-27T09:31:00.000Z',
    })
    show()
    const states = within(await screen.findByRole('group', { name: 'State' }))
    states.getByRole('button', { name: 'Not answered 1,376' })
    fireEvent.click(states.getByRole('button', { name: 'Answered 214' }))
    await screen.findByRole('row', { name: /Person 3/ })
    expect(window.location.search).toBe('?answered=yes')
    row('Person 3').getByText('Answered')
    fireEvent.click(screen.getByRole('button', { name: 'Person 3' }))
    await screen.findByText('Boleh simpan 2?')
    // What they did then, in its order, each with its time.
    const steps = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
    const told = steps.map((step) => [
      step.querySelector('p')?.textContent,
      step.querySelector('time')?.dateTime,
    ])
    expect(told).toEqual([
      ['Read', at],
      ['Answered', answered.answeredAt],
      ['Opted out', '2026-11-27T09:31:00.000Z'],
    ])
    expect(screen.getByRole('link', { name: 'Opt-out' }).getAttribute('href')).toBe(
      '/opt-outs?q=60123456703',
    )
  })

  it('say that the text was deleted', async () => {
    const at = '2026-11-27T08:00:00.000Z'
    api.answers[`${PEOPLE}/c1.1`] = ok({
      ...person(1, { state: 'read', at }),
      steps: [{ state: 'read', at, sentence: null }],
      messages: [],
      answer: null,
      removed: { code: 'words_removed', params: {} },
      optedOutAt: null,
    })
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Person 1' }))
    await screen.findByText('The text was deleted. Only its result is still saved.')
    expect(screen.queryByText('Nothing was sent to this person.')).toBeNull()
  })

  it('show an opt-out that arrives while the page is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const at = '2026-11-27T08:00:00.000Z'
    const reader = person(1, { state: 'read', at, sentence: { code: 'read', params: {} } })
    const said = { messages: [], answer: null, removed: null }
    const details = { ...reader, ...said, steps: [], optedOutAt: null }
    api.answers[FIRST] = people(reader)
    api.answers[`${PEOPLE}/c1.1`] = ok(details)
    api.answers[`${PEOPLE}?at=1`] = people(reader)
    const { say } = show()
    await screen.findByRole('row', { name: /Person 1/ })
    fireEvent.click(screen.getByRole('button', { name: 'Person 1' }))
    await screen.findByText('Nothing was sent to this person.')
    const out = { ...reader, sentence: { code: 'opted_out_after', params: { at } } }
    api.answers[`${PEOPLE}?at=1`] = people(out)
    api.answers[`${PEOPLE}/c1.1`] = ok({ ...details, ...out, optedOutAt: at })
    await say('opt_outs_changed')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    const steps = within(screen.getByRole('region', { name: 'Timeline' }))
    await waitFor(() => steps.getByText('Opted out'))
  })

  it('are navigated with the arrow keys', async () => {
    show()
    await screen.findByRole('row', { name: /Person 1/ })
    const first = screen.getByRole('button', { name: 'Person 1' })
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Person 2'))
  })

  it('are updated in place, and stay in the list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    api.answers[`${PEOPLE}?state=queued&limit=100`] = people(person(1), person(2))
    api.answers[`${PEOPLE}?at=1%2C2`] = people(
      person(1, { state: 'sent', sentence: { code: 'sent', params: {} } }),
      person(2),
    )
    const { say } = show('/campaigns/c1?state=queued')
    await screen.findByRole('row', { name: /Person 1/ })
    const progress = { ...progressOf(campaign), sent: 1600 }
    await say('campaign_changed', { id: 'c1', progress })
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await waitFor(() => row('Person 1').getByText('Sent'))
    row('Person 2').getByText('Queued')
  })
})

it('is translated into Malay', async () => {
  await i18n.changeLanguage('ms')
  show()
  await screen.findByText('1,630 daripada 2,000 diproses')
  expect(await screen.findAllByText('Menunggu.')).toHaveLength(2)
})
