// @vitest-environment jsdom
import type { OverallSummary } from '@kirim/contract/analytics'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { callsOf, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { isDisabled, press, turnsOfTheLoop } from '#shared/testing/user.ts'
import { SummaryStrip } from './summary-strip.tsx'
import { useOverall } from './use-overall.ts'

const SUMMARY = 'GET /analytics/dashboard/overall-summary'
const sums = (totalMessages: number, sentMessages = 0, failedMessages = 0) => ({
  totalMessages,
  sentMessages,
  failedMessages,
})

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

function cells(summary: OverallSummary | undefined) {
  renderPage(
    <SummaryStrip summary={summary} failed={false} busy={false} onRetry={() => undefined} />,
  )
  return screen.getAllByRole('group').map(({ textContent }) => textContent)
}

describe('the figures', () => {
  it.each([
    [undefined, 'Loading...', 'Loading...', 'Loading...'],
    [sums(0), '0', '0', '0'],
    [sums(1, 1), '1', '1100%', '0'],
    [sums(48_216, 45_903, 1127), '48,216', '45,90395.2%', '1,1272.3%'],
    [sums(3, 1, 2), '3', '133.3%', '266.7%'],
    [sums(100_000, 0, 1), '100,000', '0', '10%'],
  ])('of %o', (summary, total, sent, failed) => {
    expect(cells(summary)).toEqual([
      `Total Messages${total}Total outgoing messages`,
      `Sent${sent}Successfully delivered or read`,
      `Failed${failed}Delivery failures`,
    ])
  })

  it('have Malay names as well', async () => {
    await i18n.changeLanguage('ms')
    cells(sums(2, 1, 1))
    for (const name of ['Total Messages', 'Sent', 'Failed']) {
      expect(i18n.t(name)).not.toBe(name)
      screen.getByRole('group', { name: i18n.t(name) })
    }
  })
})

describe('events', () => {
  function Strip() {
    return <SummaryStrip {...useOverall()} />
  }
  const cell = (name: string) => screen.getByRole('group', { name })
  const total = () => cell('Total Messages').textContent

  it('flash the changed figure only', async () => {
    fakeApi({ [SUMMARY]: ok(sums(5, 4, 1)) })
    const { say } = renderPage(<Strip />)
    await waitFor(() => expect(total()).toContain('s5T'))
    await say('summary_changed', sums(5, 5, 1))
    const isFlashing = (name: string) =>
      within(cell(name)).getByText('5').className.includes('animate-flash')
    await waitFor(() => expect(cell('Sent').textContent).toContain('t5100%'))
    expect([isFlashing('Sent'), isFlashing('Total Messages')]).toEqual([true, false])
  })

  it('reload an answer that is older than an event', async () => {
    const late = Promise.withResolvers<void>()
    const api = fakeApi({ [SUMMARY]: { ...ok(sums(1)), after: late.promise } })
    const { say } = renderPage(<Strip />)
    api.answers[SUMMARY] = ok(sums(2))
    await say('summary_changed', sums(2))
    await waitFor(() => expect(total()).toContain('2'))
    await act(async () => late.resolve())
    await waitFor(() => expect(callsOf(api, SUMMARY)).toHaveLength(2))
    await waitFor(() => expect(total()).toContain('s2T'))
  })

  it.each([
    ['nothing', []],
    ['half a number', [{ ...sums(9), sentMessages: 0.5 }]],
    ['other words', [{ total: 9 }]],
  ])('with %s are ignored', async (_what, args) => {
    fakeApi({ [SUMMARY]: ok(sums(1)) })
    const { say } = renderPage(<Strip />)
    await waitFor(() => expect(total()).toContain('s1T'))
    await say('summary_changed', ...args)
    await turnsOfTheLoop(2)
    expect(total()).toContain('s1T')
  })

  it('replace figures that failed to load', async () => {
    fakeApi({ [SUMMARY]: refused(403, 'Not you.') })
    const { say } = renderPage(<Strip />)
    await screen.findByText('Could not load overall analytics.')
    expect(total()).toContain('s0T')
    await say('summary_changed', sums(7))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(total()).toContain('s7T')
  })

  it('is loaded once by the button, however often it is pressed', async () => {
    const api = fakeApi({ [SUMMARY]: ok(sums(1)) })
    const { setConnection } = renderPage(<Strip />)
    await waitFor(() => expect(total()).toContain('s1T'))
    api.answers[SUMMARY] = refused(403, '')
    await setConnection('disconnected')
    await setConnection('connected')
    await screen.findByRole('alert')
    const late = Promise.withResolvers<void>()
    api.answers[SUMMARY] = { ...ok(sums(3)), after: late.promise }
    await press('Try again')
    const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' })
    await waitFor(() => expect(isDisabled(again)).toBe(true))
    fireEvent.click(again)
    await act(async () => late.resolve())
    await waitFor(() => expect(total()).toContain('s3T'))
    expect(callsOf(api, SUMMARY)).toHaveLength(3)
  })
})
