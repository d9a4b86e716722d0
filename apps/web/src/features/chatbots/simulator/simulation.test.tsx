// @vitest-environment jsdom
import { type ItemVerdict, lintChatbot, type Simulation } from '@kirim/contract/chatbot-tools'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callQuery } from '#shared/api/query.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { callsOf, fakeApi, ok, refused, unanswered } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { LintNotices } from './lint-notices.tsx'
import { SimulatorCard } from './simulator-card.tsx'
import { silenceText, verdictText } from './verdict-text.ts'

const SIMULATE = 'POST /ai-chatbot/d1/simulate'
const LINT = 'GET /ai-chatbot/d1/lint'

beforeEach(() => {
  stubResizeObserver()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('reasons in words', () => {
  const verdict = (reason: string, detail = '') =>
    verdictText({ itemId: 'i1', fired: false, reason, detail }, i18n.t)

  it.each([
    ['wrong_chat', 'group', 'It answers in groups only.'],
    ['wrong_chat', 'individual', 'It answers in individual chats only.'],
    ['not_whole_word', 'buka', '“buka” appears only inside a longer word.'],
    ['outranked', 'Menu', 'It also matches, but “Menu” comes first.'],
    ['a_new_code', '', 'It does not answer this message.'],
  ])('%s %s', (reason, detail, words) => {
    expect(verdict(reason, detail)).toBe(words)
  })

  it('every code has its own words', () => {
    const codes =
      'fired number_off disabled wrong_chat no_usable_keyword no_keyword_in_message not_whole_word part_of_character outranked default_not_needed'
    const words = codes.split(' ').map((code) => verdict(code))
    expect(new Set([...words, verdict('unknown')]).size).toBe(words.length + 1)
    const silences = ['nothing_to_send', 'no_enabled_item', 'no_match', 'unknown']
    expect(new Set(silences.map((code) => silenceText(code, i18n.t))).size).toBe(4)
  })
})

const verdicts: ItemVerdict[] = [
  { itemId: 'i1', name: 'Opening hours', fired: true, reason: 'fired', detail: 'buka' },
  { itemId: 'i2', name: 'Menu', fired: false, reason: 'disabled', detail: '' },
]
const simulation: Simulation = {
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

const press = (name: string) => act(async () => fireEvent.click(screen.getByText(name)))

async function trySimulation(text: string) {
  renderPage(<SimulatorCard deviceId="d1" />)
  fireEvent.change(screen.getByLabelText('Message text'), { target: { value: text } })
  await press('Try')
}

describe('the simulator', () => {
  it('shows the reply with its item, and why the others are silent', async () => {
    fakeApi({ [SIMULATE]: ok(simulation) })
    await trySimulation('jam berapa buka?')
    await screen.findByText('Shows “typing” for 4 s')
    screen.getByText(/^AI would rewrite this. This is the fallback text\./)
    screen.getByText('Opening hours')
    expect(screen.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe(
      '/ai-chatbot/d1/campaigns/i2/edit',
    )
    screen.getByText('It is disabled.')
    expect(screen.queryByText('What it would send:')).toBeNull()
  })

  it('shows the next actions, media in words, and what is not called', async () => {
    const media = { name: 'menu.png', type: 'image/png' }
    const replies = simulation.replies.flatMap((reply) => [
      { ...reply, media, callsApi: true },
      { ...reply, itemName: 'Bye' },
    ])
    fakeApi({ [SIMULATE]: ok({ ...simulation, replies }) })
    await trySimulation('menu')
    await screen.findByText('Image: menu.png')
    screen.getByText('The API is not called here, so [api.…] is shown as written.')
    const chat = screen.getByLabelText('Replies').textContent ?? ''
    expect(chat).toMatch(/Opening hours.*Next bot action.*Bye/)
  })

  it('says what would hold the reply back, and shows it all the same', async () => {
    const until = '2026-11-21T07:00:00.000Z'
    const holds = [
      { reason: 'number_off', until: null },
      { reason: 'cooldown', until },
    ]
    fakeApi({ [SIMULATE]: ok({ ...simulation, holds }) })
    await trySimulation('buka')
    await screen.findByText('This number is switched off: it would not answer.')
    screen.getByText(/^Would stay silent until .*: this item has already answered in this chat\.$/)
    screen.getByText('What it would send:')
    screen.getByText('Opening hours')
  })

  it('says why nothing answers, and that a try failed', async () => {
    const silent: Simulation = { silence: 'no_match', holds: [], replies: [], verdicts: [] }
    const api = fakeApi({ [SIMULATE]: ok(silent) })
    await trySimulation('hello')
    await screen.findByText('No reply: no item matches this message.')
    api.answers[SIMULATE] = refused(404, 'This number is gone.')
    await press('Try')
    await screen.findByText('This number is gone.')
  })

  it('reports a missing response, and sends one request at a time', async () => {
    const api = fakeApi({ [SIMULATE]: ok(simulation) })
    await trySimulation('buka')
    await screen.findByText('Shows “typing” for 4 s')
    const late = Promise.withResolvers<void>()
    api.answers[SIMULATE] = { ...unanswered(), after: late.promise }
    const button = screen.getByText('Try')
    fireEvent.click(button)
    await screen.findByText('Trying...')
    expect(screen.getByLabelText('Replies').getAttribute('aria-busy')).toBe('true')
    fireEvent.click(screen.getByText('Trying...'))
    await act(async () => late.resolve())
    await screen.findByText('The server did not respond. Please try again.')
    expect(callsOf(api, SIMULATE)).toHaveLength(2)
  })

  it.each<[Partial<Simulation['replies'][number]>, string | null]>([
    [{ presence: 'recording', presenceSeconds: 25 }, 'Shows “recording” for 25 s'],
    [{ presence: 'composing', presenceSeconds: 0 }, null],
    [{ presence: null, presenceSeconds: 9 }, null],
  ])('says what is shown before a reply with %o: %s', async (given, text) => {
    const replies = simulation.replies.map((reply) => ({ ...reply, ...given }))
    fakeApi({ [SIMULATE]: ok({ ...simulation, replies }) })
    await trySimulation('buka')
    await screen.findByText('We open at', { exact: false })
    expect(screen.queryByText(/^Shows/)?.textContent ?? null).toBe(text)
  })

  it.each([
    ['image/png', 'Image: menu'],
    ['video/mp4', 'Video: menu'],
    ['audio/mpeg', 'Audio: menu'],
    ['application/pdf', 'Document: menu'],
    ['application/zip', 'File: menu'],
  ])('names a file of the type %s: %s', async (type, text) => {
    const media = { name: 'menu', type }
    const replies = simulation.replies.map((reply) => ({ ...reply, text: '', media }))
    fakeApi({ [SIMULATE]: ok({ ...simulation, replies }) })
    await trySimulation('buka')
    await screen.findByText(text)
  })

  it('asks for a message before it tries', async () => {
    const api = fakeApi({})
    await trySimulation('  ')
    await screen.findByText('Write the message to try.')
    expect(api.calls).toEqual([])
  })
})

describe('findings', () => {
  /** Shown beside the findings once they are loaded. */
  function Answered() {
    const query = callQuery(lintChatbot, { params: { deviceId: 'd1' } })
    return useQuery(query).isFetched && <p>answered</p>
  }

  it('lead to their items', async () => {
    fakeApi({
      [LINT]: ok([
        { itemId: 'i2', itemName: 'Menu', code: 'nothing_leads_here', params: {}, message: '' },
        { itemId: null, itemName: '', code: 'number_off', params: {}, message: 'Off.' },
      ]),
    })
    renderPage(<LintNotices deviceId="d1" />)
    await screen.findByText('Off.')
    expect(screen.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe(
      '/ai-chatbot/d1/campaigns/i2/edit',
    )
  })

  it.each([
    [refused(403, 'Not now.'), 'Not now.'],
    [refused(400, ''), 'The server did not respond. Please try again.'],
  ])('that could not be read say so, and are looked for again', async (answer, text) => {
    const api = fakeApi({ [LINT]: answer })
    renderPage(<LintNotices deviceId="d1" />)
    await screen.findByText('The items could not be checked')
    screen.getByText(text, { exact: false })
    api.answers[LINT] = ok([
      { itemId: null, itemName: '', code: 'number_off', params: {}, message: 'Off.' },
    ])
    await press('Check again')
    await screen.findByText('Off.')
  })

  it('show nothing when there are none', async () => {
    const api = fakeApi({ [LINT]: ok([]) })
    renderPage(
      <>
        <LintNotices deviceId="d1" />
        <Answered />
      </>,
    )
    await screen.findByText('answered')
    expect(api.calls).toEqual([LINT])
    expect(screen.queryByText('Worth a look')).toBeNull()
  })
})
