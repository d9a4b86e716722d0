// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { isDisabled, press, searchFor, turnsOfTheLoop } from '#shared/testing/user.ts'
import { numberOf } from '../testing/items.ts'
import { NumberHead } from './number-head.tsx'
import { NumberState } from './number-state.tsx'
import { ChatbotNumbersPage } from './numbers-page.tsx'

const LIST = 'GET /ai-chatbot/devices-summary'
const STATUS = 'PUT /ai-chatbot/devices/d1/status'
const shop = numberOf({ name: 'Kedai Kopi Pagi' })
const fresh = numberOf({
  id: 'd2',
  name: 'Khidmat Hantar',
  number: '60123456702',
  stats: { sent: 0, items: 0 },
  needsSetup: true,
  statusEnabled: false,
})

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ [LIST]: ok([shop, fresh]) })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

const card = (name: string) => within(screen.getByRole('region', { name }))

it('shows what each number has done and leads on from there', async () => {
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('3,208')
  const links = card('Kedai Kopi Pagi').getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Campaign List', '/ai-chatbot/d1/campaigns'],
    ['Add Campaign', '/ai-chatbot/d1/campaigns/create?type=ai_chatbot'],
  ])
  expect(screen.getByRole('link', { name: 'AI Settings' }).getAttribute('href')).toBe('/settings')
})

it('asks for a campaign instead of offering a switch that would do nothing', async () => {
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('3,208')
  card('Khidmat Hantar').getByText(/at least one chatbot campaign/)
  expect(card('Khidmat Hantar').queryByRole('switch')).toBeNull()
})

it.each([
  ['hantar', ['Khidmat Hantar']],
  ['+60 123456701', ['Kedai Kopi Pagi']],
])('finds %s', async (search, names) => {
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('3,208')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: search } })
  expect(screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual(names)
})

it.each([
  ['follows the answer', ok({ ...shop, statusEnabled: false }), 'false', 'Not answering'],
  ['stays when it is refused', refused(400, ''), 'true', 'Failed to update AI status.'],
])('the switch %s', async (_name, answer, state, text) => {
  api.answers[STATUS] = answer
  renderPage(<ChatbotNumbersPage />)
  const onOff = await screen.findByRole('switch')
  await act(async () => fireEvent.click(onOff))
  await screen.findByText(text)
  expect(onOff.getAttribute('aria-checked')).toBe(state)
})

it('follows a switch in another browser', async () => {
  const { say } = renderPage(<ChatbotNumbersPage />)
  await screen.findByText('Answering messages')
  api.answers[LIST] = ok([{ ...shop, statusEnabled: false }, fresh])
  await say('chatbots_changed')
  await screen.findByText('Not answering')
})

it('says how a number that was unlinked comes back, and keeps its items at hand', async () => {
  api.answers[LIST] = ok([{ ...shop, connected: false, unlinked: true }])
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('3,208')
  const kept = card('Kedai Kopi Pagi')
  kept.getByText('Waiting for the number to connect')
  expect(kept.queryByText('Answering messages')).toBeNull()
  expect(kept.getByRole('link', { name: 'Link again' }).getAttribute('href')).toBe('/scan-device')
  kept.getByRole('link', { name: 'Campaign List' })
})

it('leads to Scan Device when there is no number', async () => {
  api.answers[LIST] = ok([])
  renderPage(<ChatbotNumbersPage />)
  const link = await screen.findByRole('link', { name: 'Connect a Number' })
  expect(link.getAttribute('href')).toBe('/scan-device')
})

it('says that it could not load', async () => {
  api.answers[LIST] = refused(400, '')
  renderPage(<ChatbotNumbersPage />)
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getAllByText('Failed to load AI device summary.').length).toBeGreaterThan(0)
})

describe('the state of a number', () => {
  const SETUP = 'Add and enable at least one chatbot campaign to turn this number on.'
  const state = (given: Parameters<typeof numberOf>[0]) => {
    renderPage(<NumberState summary={numberOf(given)} />)
    const next = screen.queryByRole('link')?.textContent ?? null
    const text = [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
    return { text: text.filter((part) => part !== 'Status'), next }
  }
  const on = { statusEnabled: true }
  const off = { statusEnabled: false }
  const lost = { connected: false }
  const banned = { code: 'banned', params: { code: 406 }, message: '' } as const
  const unlinked = { connected: false, unlinked: true }

  it.each([
    [on, ['Answering messages'], null],
    [off, ['Not answering'], null],
    [
      { ...on, ...lost },
      [
        'Waiting for the number to connect',
        'The chatbot answers again once the number reconnects.',
      ],
      'Reconnect',
    ],
    [{ ...off, ...lost }, ['Not answering', 'The number is not connected.'], 'Reconnect'],
    [
      { ...on, ...unlinked },
      [
        'Waiting for the number to connect',
        'This number was unlinked on its phone. Its items are kept and answer again once you link it.',
      ],
      'Link again',
    ],
    [
      { ...off, ...unlinked },
      ['Not answering', 'This number was unlinked on its phone. Its items are kept.'],
      'Link again',
    ],
    [
      { ...on, ...lost, problem: banned },
      [
        'Waiting for the number to connect',
        'WhatsApp has banned this number (406). Ask for a review in WhatsApp on its phone, then reconnect.',
      ],
      'Show the number',
    ],
    [{ ...on, needsSetup: true }, [SETUP], null],
    [{ ...on, ...lost, needsSetup: true }, [SETUP, 'The number is not connected.'], 'Reconnect'],
    [
      { ...on, ...unlinked, needsSetup: true },
      [SETUP, 'This number was unlinked on its phone. Its items are kept.'],
      'Link again',
    ],
  ])('%o', (given, text, next) => {
    expect(state(given)).toEqual({ text, next })
  })

  it('is switched by name, also of one without a name, in both languages', async () => {
    state({ name: '' })
    screen.getByRole('switch', { name: 'Status of 60123456701' })
    cleanup()
    await i18n.changeLanguage('ms')
    state({})
    screen.getByRole('switch', { name: i18n.t('Status of {name}', { name: 'Kedai' }) })
    screen.getByText(i18n.t('Answering messages'))
  })
})

it('disables only the pressed switch until the server responds', async () => {
  const late = Promise.withResolvers<void>()
  const third = numberOf({ id: 'd3', name: 'Ketiga', number: '60123456703' })
  api.answers[LIST] = ok([shop, third])
  api.answers[STATUS] = { ...unanswered(), after: late.promise }
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('Ketiga')
  const switches = screen.getAllByRole<HTMLButtonElement>('switch')
  const [first] = switches
  if (!first) throw new Error('There is no switch.')
  fireEvent.click(first)
  fireEvent.click(first)
  await waitFor(() => expect(switches.map(isDisabled)).toEqual([true, false]))
  await act(async () => late.resolve())
  await screen.findByText('Failed to update AI status.')
  expect(callsOf(api, STATUS)).toHaveLength(1)
  expect(switches.map(isDisabled)).toEqual([false, false])
})

it.each(['devices_changed', 'chatbots_changed', 'summary_changed'])(
  'the numbers are read anew after %s, and not once the page was left',
  async (event) => {
    const sums = { totalMessages: 1, sentMessages: 1, failedMessages: 0 }
    const { say } = renderPage(<ChatbotNumbersPage />)
    await screen.findByText('3,208')
    api.answers[LIST] = ok([{ ...shop, stats: { sent: 3209, items: 6 } }])
    await say(event, sums)
    await screen.findByText('3,209')
    expect(screen.queryByText('Khidmat Hantar')).toBeNull()
    cleanup()
    await say(event, sums)
    await turnsOfTheLoop(2)
    expect(callsOf(api, LIST)).toHaveLength(2)
  },
)

it('says that it is loading, fails, and comes back when it is asked for again', async () => {
  api.answers[LIST] = refused(403, 'Not you.')
  renderPage(<ChatbotNumbersPage />)
  screen.getByText('Loading numbers...')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to load AI device summary.',
  )
  api.answers[LIST] = ok([shop])
  await press('Try again')
  await screen.findByText('3,208')
})

it('a search that finds nothing says so, and is taken back', async () => {
  renderPage(<ChatbotNumbersPage />, {}, '/ai-chatbot?q=nobody')
  await screen.findByText('No number matches this search.')
  await searchFor('')
  await screen.findByText('3,208')
  await waitFor(() => expect(window.location.search).toBe(''))
})

describe('the head of its pages', () => {
  it.each([
    [0, '0 campaigns'],
    [1, '1 campaign'],
    [1000, '1,000 campaigns'],
  ])('counts %i items', async (items, text) => {
    api.answers[LIST] = ok([{ ...shop, stats: { sent: 0, items } }])
    renderPage(<NumberHead deviceId="d1" />)
    const head = await screen.findByRole('region', { name: 'Kedai Kopi Pagi' })
    expect(head.textContent).toContain(`60123456701 · ${text}`)
  })

  it.each([
    ['another number', ok([fresh])],
    ['a list that failed', refused(403, '')],
  ])('says nothing of %s', async (_what, answer) => {
    api.answers[LIST] = answer
    renderPage(<NumberHead deviceId="d1" />)
    await waitFor(() => expect(callsOf(api, LIST)).toHaveLength(1))
    await turnsOfTheLoop(2)
    expect(screen.queryByRole('region', { name: /Kedai|Khidmat/ })).toBeNull()
  })
})
