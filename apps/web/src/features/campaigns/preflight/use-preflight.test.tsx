// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { NO_MEDIA } from '../media/media-choice.ts'
import { bulkCampaignOf } from '../testing/campaigns.ts'
import { preflightOf } from '../testing/preflight.ts'
import { type CampaignValues, newCampaignValues } from '../values/campaign-values.ts'
import { preflightInput } from './preflight-input.ts'
import { usePreflight } from './use-preflight.ts'

const ASK = 'POST /campaigns/d1/preflight'
const estimateOf = (people: number) => ok(preflightOf({ estimate: { people } }))

let api: FakeApi
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  api = fakeApi({ [ASK]: estimateOf(3) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const filled = { ...newCampaignValues('d1'), contactGroupId: 'g1' }

function Probe({ changes }: { changes: readonly Partial<CampaignValues>[] }) {
  const [made, setMade] = useState(0)
  const values = Object.assign({}, filled, ...changes.slice(0, made))
  const estimate = usePreflight(values, NO_MEDIA, null).preflight?.estimate
  return (
    <>
      <output>{estimate ? `${estimate.people} people` : 'none'}</output>
      <button type="button" onClick={() => setMade(made + 1)}>
        Change
      </button>
    </>
  )
}

const shown = () => screen.getByRole('status').textContent
const change = () => fireEvent.click(screen.getByText('Change'))
const standStill = () => act(() => vi.advanceTimersByTimeAsync(250))

async function opened(...changes: readonly Partial<CampaignValues>[]) {
  renderPage(<Probe changes={changes} />)
  await waitFor(() => expect(shown()).toBe('3 people'))
}

it('is loaded once when several values change at once', async () => {
  await opened({ minIntervalSeconds: 6 }, { minIntervalSeconds: 7 }, { minIntervalSeconds: 8 })
  api.answers[ASK] = estimateOf(5)
  change()
  change()
  change()
  expect(callsOf(api, ASK)).toHaveLength(1)
  await standStill()
  await waitFor(() => expect(shown()).toBe('5 people'))
  expect(callsOf(api, ASK)).toHaveLength(2)
  expect(lastBodyOf(api, ASK)).toMatchObject({ minIntervalSeconds: 8, maxIntervalSeconds: 10 })
})

it('the previous one stays until the next is loaded', async () => {
  await opened({ campaignScheduleType: 'daytime' })
  const answered = Promise.withResolvers<void>()
  api.answers[ASK] = { ...estimateOf(9), after: answered.promise }
  change()
  await standStill()
  expect(shown()).toBe('3 people')
  await act(async () => answered.resolve())
  await waitFor(() => expect(shown()).toBe('9 people'))
})

it.each([
  ['refused', refused(404, 'Contact group not found.')],
  ['unanswered', unanswered()],
  ['a number too many', ok(preflightOf({ estimate: { people: 1.5 } }))],
])(
  'there is none while the answer is %s, and it is not asked for again and again',
  async (_how, answer) => {
    await opened({ contactGroupId: 'g2' })
    api.answers[ASK] = answer
    change()
    await standStill()
    await waitFor(() => expect(shown()).toBe('none'))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(callsOf(api, ASK)).toHaveLength(2)
  },
)

it.each([
  ['no group', { contactGroupId: '' }, 'none'],
  ['no number', { deviceId: '' }, 'none'],
  ['intervals the wrong way round', { minIntervalSeconds: 11 }, 'none'],
])('sends no request with %s', async (_what, values, text) => {
  await opened(values)
  change()
  await standStill()
  expect(callsOf(api, ASK)).toHaveLength(1)
  expect(shown()).toBe(text)
})

it('passes the edited campaign, so that its own people do not count twice', () => {
  const { params, body } = preflightInput(
    { ...filled, deviceId: 'd9', scheduledAt: '2026-11-27T07:00' },
    NO_MEDIA,
    bulkCampaignOf({ id: 'c7' }),
  )
  expect(params).toEqual({ deviceId: 'd9' })
  expect(body).toMatchObject({
    campaignId: 'c7',
    contactGroupId: 'g1',
    scheduledAt: new Date(2026, 10, 27, 7).toISOString(),
  })
  expect(preflightInput(filled, NO_MEDIA, null).body).not.toHaveProperty('campaignId')
  expect(preflightInput(filled, NO_MEDIA, null).body.scheduledAt).toBe('')
})
