// @vitest-environment jsdom
import type { ItemVerdict, Simulation } from '@kirim/contract/chatbot-tools'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { LintNotices } from './lint-notices.tsx'
import { FIRST_SIMULATION, simulationOf } from './simulation-values.ts'
import { SimulatorCard } from './simulator-card.tsx'
import { silenceText, verdictText } from './verdict-text.ts'

const SIMULATE = 'POST /ai-chatbot/d1/simulate'
const LINT = 'GET /ai-chatbot/d1/lint'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the message that is tried', () => {
  it('leaves an emptied contact and time to the server', () => {
    const values = { ...FIRST_SIMULATION, text: 'buka?', contactName: ' ', contactNumber: '' }
    expect(simulationOf(values)).toEqual({ text: 'buka?', chat: 'individual' })
  })

  it('sends the time of the browser’s clock as a moment', () => {
    const at = '2026-11-21T07:00'
    expect(simulationOf({ ...FIRST_SIMULATION, text: 'x', at })).toMatchObject({
      at: new Date(2026, 10, 21, 7).toISOString(),
    })
  })
})

describe('reasons in words', () => {
  const verdict = (reason: string, detail = '') =>
    verdictText({ itemId: 'i1', fired: false, reason, detail }, i18n.t)

  it.each([
    ['wrong_chat', 'group', 'It answers in groups only.'],
    ['wrong_chat', 'individual', 'It answers in individual chats only.'],
    ['not_whole_word', 'buka', '“buka” is there only as a part of a longer word.'],
    ['outranked', 'Menu', 'It matches too, but “Menu” comes first.'],
    ['a_new_code', '', 'It does not answer this message.'],
  ])('%s %s', (reason, detail, words) => {
    expect(verdict(reason, detail)).toBe(words)
  })

  it('every code has its own words', () => {
    const codes =
      'fired number_off disabled wrong_chat no_usable_keyword no_keyword_in_message not_whole_word part_of_character outranked default_not_needed'
    const words = codes.split(' ').map((code) => verdict(code))
    expect(new Set([...words, verdict('unknown')]).size).toBe(words.length + 1)
    const silences = ['number_off', 'no_enabled_item', 'no_match', 'unknown']
    expect(new Set(silences.map((code) => silenceText(code, i18n.t))).size).toBe(4)
  })
})

const verdicts: ItemVerdict[] = [
  { itemId: 'i1', name: 'Opening hours', fired: true, reason: 'fired', detail: 'buka' },
  { itemId: 'i2', name: 'Menu', fired: false, reason: 'disabled', detail: '' },
]
const answered: Simulation = {
  silence: null,
  holds: [],
  replies: [
    {
      itemId: 'i1',
      itemName: 'Opening hours',
      text: 'We open at *7*.',
      media: null,
      presence: 'composing',
      presenceSeconds: 4,
      byAi: true,
      callsApi: false,
    },
  ],
  verdicts,
}

async function tried(text: string) {
  renderPage(<SimulatorCard numberId="d1" />)
  fireEvent.change(screen.getByLabelText('Message text'), { target: { value: text } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try' })))
}

describe('the simulator', () => {
  it('shows the reply with its item, and why the others are silent', async () => {
    fakeApi({ [SIMULATE]: ok(answered) })
    await tried('jam berapa buka?')
    await screen.findByText('Shows “typing” for 4 s')
    screen.getByText('AI would write this; this is the fallback.')
    screen.getByText('Opening hours')
    expect(screen.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe(
      '/ai-chatbot/d1/campaigns/i2/edit',
    )
    screen.getByText('It is disabled.')
  })

  it('says why nothing answers, and that a try failed', async () => {
    const api = fakeApi({ [SIMULATE]: ok({ silence: 'no_match', holds: [], replies: [], verdicts: [] }) })
    await tried('hello')
    await screen.findByText('No reply: no item matches this message.')
    api.answers[SIMULATE] = refused(404, 'This number is gone.')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try' })))
    await screen.findByText('This number is gone.')
  })

  it('asks for a message before it tries', async () => {
    const api = fakeApi({})
    await tried('  ')
    await screen.findByText('Write the message to try.')
    expect(api.calls).toEqual([])
  })
})

describe('findings', () => {
  it('lead to their items', async () => {
    fakeApi({
      [LINT]: ok([
        { itemId: 'i2', itemName: 'Menu', code: 'nothing_leads_here', params: {}, message: '' },
        { itemId: null, itemName: '', code: 'number_off', params: {}, message: '' },
      ]),
    })
    renderPage(<LintNotices numberId="d1" />)
    await screen.findByText('The chatbot of this number is switched off.')
    expect(screen.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe(
      '/ai-chatbot/d1/campaigns/i2/edit',
    )
  })

  it('show nothing when there are none', async () => {
    const api = fakeApi({ [LINT]: ok([]) })
    renderPage(<LintNotices numberId="d1" />)
    await vi.waitFor(() => expect(api.calls).toContain(LINT))
    expect(screen.queryByText('Worth a look')).toBeNull()
  })
})
