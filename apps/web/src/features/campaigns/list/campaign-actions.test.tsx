// @vitest-environment jsdom
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
import { chooseAction, press, stubLayout } from '#shared/testing/user.ts'
import { campaignOf, progressOf } from '../testing/campaigns.ts'
import { editAddress } from '../values/campaign-address.ts'
import { CampaignMenu } from './campaign-menu.tsx'
import { StandingSentence } from './campaign-standing.tsx'
import { LazyCampaignQuestion } from './lazy-campaign-question.ts'
import { useCampaignActions } from './use-campaign-actions.ts'

const STATUS = 'PUT /campaigns/d1/c1/status'
const DUPLICATE = 'POST /campaigns/d1/c1/duplicate'
const DELETE = 'DELETE /campaigns/d1/c1'

const sending = campaignOf({
  name: 'Raya',
  status: 'sending',
  sentence: { code: 'sending', params: { people: 2 } },
  counts: { queued: 2 },
})
const other = campaignOf({ ...sending, id: 'c2', name: 'Baucar', counts: { queued: 1 } })

let api: FakeApi
const confirm = vi.fn(() => true)
beforeEach(() => {
  stubLayout()
  confirm.mockReset().mockReturnValue(true)
  vi.stubGlobal('confirm', confirm)
  api = fakeApi({})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Rows({ campaigns }: { campaigns: readonly BulkCampaignSummary[] }) {
  const actions = useCampaignActions()
  return (
    <>
      {campaigns.map((campaign) => (
        <section key={campaign.id} aria-label={campaign.name}>
          <StandingSentence campaign={campaign} actions={actions} />
          <CampaignMenu campaign={campaign} actions={actions} />
        </section>
      ))}
      <LazyCampaignQuestion actions={actions} />
    </>
  )
}

const show = (...campaigns: readonly BulkCampaignSummary[]) =>
  renderPage(<Rows campaigns={campaigns} />)
const pauseButtons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Pause' })

describe('pausing', () => {
  it('runs once, however often it is pressed, and leaves other rows enabled', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[STATUS] = { ...ok(progressOf(sending)), after: answered.promise }
    show(sending, other)
    const [pause] = pauseButtons()
    if (!pause) throw new Error('There is no button.')
    await act(async () => fireEvent.click(pause))
    await act(async () => fireEvent.click(pause))
    expect(pauseButtons().map(({ disabled }) => disabled)).toEqual([true, false])
    const menus = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Actions for/ })
    expect(menus.map(({ disabled }) => disabled)).toEqual([true, false])
    await act(async () => answered.resolve())
    await screen.findByText('Raya is paused.')
    expect(callsOf(api, STATUS)).toHaveLength(1)
    expect(lastBodyOf(api, STATUS)).toEqual({ status: 'Disabled' })
    await waitFor(() => expect(pause.disabled).toBe(false))
  })

  it.each([
    ['with a reason', refused(409, 'It has ended.'), 'It has ended.'],
    ['without one', refused(400, ''), 'Failed to update status.'],
    ['network', unanswered(), 'Failed to update status.'],
    ['gone', refused(404, 'Campaign not found.', 'campaign_not_found'), 'Campaign not found.'],
    ['with what nobody can read', ok({ status: 'walking' }), 'Failed to update status.'],
  ])('that fails (%s) says so, and can be tried again', async (_how, answer, text) => {
    api.answers[STATUS] = answer
    show(sending)
    await press('Pause')
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(pauseButtons().map(({ disabled }) => disabled)).toEqual([false])
  })

  it('can be undone, and the undo can fail, too', async () => {
    api.answers[STATUS] = ok(progressOf(sending))
    show(sending)
    await press('Pause')
    await screen.findByText('Raya is paused.')
    api.answers[STATUS] = refused(409, 'Its number was removed.')
    await press('Undo')
    await screen.findByText('Its number was removed.')
    expect(lastBodyOf(api, STATUS)).toEqual({ status: 'Enabled' })
  })

  it('shows its outcome even if the page was left before the answer', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[STATUS] = { ...ok(progressOf(sending)), after: answered.promise }
    show(sending)
    await press('Pause')
    cleanup()
    await act(async () => answered.resolve())
    show(sending)
    await screen.findByText('Raya is paused.')
  })
})

describe('the menu', () => {
  async function items(status: CampaignStatus, given: Partial<BulkCampaignSummary> = {}) {
    show(campaignOf({ ...given, name: 'Raya', status, counts: { queued: 1 } }))
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Raya' }), { key: 'Enter' })
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  }

  it.each<[CampaignStatus, string[]]>([
    ['draft', ['Edit', 'Duplicate', 'Delete']],
    ['scheduled', ['Open', 'Pause', 'Edit', 'Duplicate', 'Cancel campaign', 'Delete']],
    ['queued', ['Open', 'Pause', 'Edit', 'Duplicate', 'Cancel campaign', 'Delete']],
    ['sending', ['Open', 'Pause', 'Edit', 'Duplicate', 'Cancel campaign', 'Delete']],
    ['outside_hours', ['Open', 'Pause', 'Edit', 'Duplicate', 'Cancel campaign', 'Delete']],
    ['waiting_number', ['Open', 'Pause', 'Edit', 'Duplicate', 'Cancel campaign', 'Delete']],
    ['held', ['Open', 'Pause', 'Edit', 'Duplicate', 'Cancel campaign', 'Delete']],
    ['paused', ['Open', 'Resume', 'Edit', 'Duplicate', 'Cancel campaign', 'Delete']],
    ['completed', ['Open', 'Send to the rest', 'Duplicate', 'Delete']],
    ['cancelled', ['Open', 'Edit', 'Duplicate', 'Delete']],
  ])('of a campaign that is %s offers %j', async (status, expected) => {
    expect(await items(status)).toEqual(expected)
  })

  it('offers to retry failed messages, and reports how many are retried', async () => {
    api.answers['POST /campaigns/d1/c1/retry-failed'] = ok({
      progress: progressOf(sending),
      retried: 2,
      left: [
        {
          reason: 'no_answer',
          state: 'failed',
          people: 3,
          sentence: { code: 'no_answer', params: {} },
        },
      ],
    })
    expect(await items('completed', { actions: ['retry_failed'] })).toContain('Retry failed')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Retry failed' }))
    const question = within(await screen.findByRole('alertdialog'))
    fireEvent.click(question.getByRole('button', { name: 'Retry failed' }))
    await screen.findByText('Retried: 2.')
    screen.getByText('Not retried: 3. They may already have it, or opted out.')
  })

  it.each([
    [{ read: 1, queued: 2 }, '1 person already has it; 2 will not get it.'],
    [{ sent: 1, read: 1, queued: 2 }, '2 people already have it; 2 will not get it.'],
  ])('asks before cancelling, with the number of people messaged: %j', async (counts, said) => {
    show(campaignOf({ ...sending, counts, actions: ['cancel'] }))
    await chooseAction('Raya', 'Cancel campaign')
    await screen.findByText(said)
  })

  it('cancels only after confirmation', async () => {
    const path = 'POST /campaigns/d1/c1/cancel'
    api.answers[path] = ok(progressOf(sending))
    show({ ...sending, actions: ['cancel'] })
    await chooseAction('Raya', 'Cancel campaign')
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel Raya?' }))
    question.getByText('No one has it yet; 2 will not get it.')
    fireEvent.click(question.getByRole('button', { name: 'Keep sending' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(callsOf(api, path)).toHaveLength(0)
    await chooseAction('Raya', 'Cancel campaign')
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel campaign' }))
    await waitFor(() => expect(callsOf(api, path)).toHaveLength(1))
  })

  it('of a campaign without ids offers no broken links', async () => {
    const shown = ['Pause', 'Edit', 'Duplicate', 'Cancel campaign', 'Delete']
    expect(await items('sending', { id: '' })).toEqual(shown)
    expect(screen.queryByRole('menuitem', { name: 'Edit' })?.tagName).not.toBe('A')
  })
})

describe('slow actions', () => {
  it.each([
    ['Duplicate', DUPLICATE, 'Duplicating campaign...', 'Failed to duplicate campaign.'],
    ['Delete', DELETE, 'Deleting campaign...', 'Failed to delete campaign.'],
  ])(
    '%s tells of it while it runs, and of a network that fails',
    async (item, call, running, failed) => {
      const answered = Promise.withResolvers<void>()
      api.answers[call] = { ...unanswered(), after: answered.promise }
      show(sending)
      await chooseAction('Raya', item)
      await screen.findByText(running)
      await act(async () => answered.resolve())
      await screen.findByText(failed)
      expect(screen.queryByText(running)).toBeNull()
      expect(callsOf(api, call)).toHaveLength(1)
    },
  )

  it('a campaign that was deleted elsewhere says so instead of being deleted', async () => {
    api.answers[DELETE] = refused(404, 'Campaign not found.', 'campaign_not_found')
    show(sending)
    await chooseAction('Raya', 'Delete')
    await screen.findByText('Campaign not found.')
  })

  it.each(['', 'c&1=#ä?/2'])('an id %j is encoded in addresses', (id) => {
    const address = editAddress({ id, deviceId: 'd/1' })
    if (id === '') return expect(address).toBeNull()
    const url = new URL(address ?? '', 'http://k')
    expect(url.pathname).toBe('/dashboard/add-campaign/d%2F1')
    expect(url.searchParams.get('editCampaignId')).toBe(id)
    expect(url.searchParams.get('type')).toBe('bulk')
  })
})

describe('the next step beside the sentence', () => {
  it.each([
    ['scheduled', 'scheduled_unlinked', 'Link again', '/scan-device'],
    ['scheduled', 'scheduled_disconnected', 'Reconnect', '/scan-device'],
    ['waiting_number', 'number_disconnected', 'Reconnect', '/scan-device'],
    ['draft', 'draft', 'Edit', '/dashboard/add-campaign/d1?type=bulk&editCampaignId=c1'],
  ] as const)('of %s (%s) is the link %s', (status, code, name, to) => {
    show(campaignOf({ name: 'Raya', status, sentence: { code, params: {} } }))
    const link = screen.getByRole('link', { name })
    expect(link.getAttribute('href')).toBe(to)
    // Many rows have the same label: the description tells a screen reader which row it is.
    expect(link.getAttribute('aria-description')).toBe('Raya')
  })

  it.each(['completed', 'draft'] as const)(
    'there is none for %s that needs or knows none',
    (status) => {
      const deviceId = status === 'draft' ? '' : 'd1'
      show(campaignOf({ name: 'Raya', deviceId, status, sentence: { code: status, params: {} } }))
      expect(screen.queryByRole('link')).toBeNull()
      expect(screen.queryByRole('button', { name: /Pause|Resume|Edit/ })).toBeNull()
    },
  )
})
