// @vitest-environment jsdom
import { type ItemVerdict, lintChatbot, type Simulation } from '@kirim/contract/chatbot-tools'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callQuery } from '#shared/api/query.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { callsOf, fakeApi, ok, refused, unanswered } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { LintNotices } from './lint-notices.tsx'
import { FIRST_SIMULATION, simulationOf } from './simulation-values.ts'
import { SimulatorCard } from './simulator-card.tsx'
import { silenceText, verdictText } from './verdict-text.ts'

const SIMULATE = 'POST /ai-chatbot/d1/simulate'
const LINT = 'GET /ai-chatbot/d1/lint'

const aisyah = {
  _id: 'c1',
  name: 'Aisyah',
  phoneNumber: '60123456789',
  createdAt: '2026-11-01T00:00:00.000Z',
}
const brahim = { ...aisyah, _id: 'c2', name: 'Brahim', phoneNumber: '60198765432' }

beforeEach(() => {
  stubResizeObserver()
  // jsdom has no layout to scroll in.
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the message that is tried', () => {
  it('comes from somebody new, or from the contact list', () => {
    const values = { ...FIRST_SIMULATION, text: 'buka?', contactNumber: '012 345' }
    const chat = 'individual'
    expect(simulationOf(values)).toEqual({
      text: 'buka?',
      chat,
      contactName: '',
      contactNumber: '012 345',
    })
    expect(simulationOf({ ...values, from: 'list', contact: aisyah })).toEqual({
      text: 'buka?',
      chat,
      contactId: 'c1',
    })
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

const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByText(name)))

async function tried(text: string) {
  renderPage(<SimulatorCard deviceId="d1" />)
  fireEvent.change(screen.getByLabelText('Message text'), { target: { value: text } })
  await press('Try')
}

describe('the simulator', () => {
  it('shows the reply with its item, and why the others are silent', async () => {
    fakeApi({ [SIMULATE]: ok(answered) })
    await tried('jam berapa buka?')
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
    const replies = answered.replies.flatMap((reply) => [
      { ...reply, media, callsApi: true },
      { ...reply, itemName: 'Bye' },
    ])
    fakeApi({ [SIMULATE]: ok({ ...answered, replies }) })
    await tried('menu')
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
    fakeApi({ [SIMULATE]: ok({ ...answered, holds }) })
    await tried('buka')
    await screen.findByText('This number is switched off: it would not answer.')
    screen.getByText(/^Would stay silent until .*: this item has already answered in this chat\.$/)
    screen.getByText('What it would send:')
    screen.getByText('Opening hours')
  })

  it('says why nothing answers, and that a try failed', async () => {
    const silent: Simulation = { silence: 'no_match', holds: [], replies: [], verdicts: [] }
    const api = fakeApi({ [SIMULATE]: ok(silent) })
    await tried('hello')
    await screen.findByText('No reply: no item matches this message.')
    api.answers[SIMULATE] = refused(404, 'This number is gone.')
    await press('Try')
    await screen.findByText('This number is gone.')
  })

  it('that nobody answers says so, and is not asked for twice meanwhile', async () => {
    const api = fakeApi({ [SIMULATE]: ok(answered) })
    await tried('buka')
    await screen.findByText('Shows “typing” for 4 s')
    const late = Promise.withResolvers<void>()
    api.answers[SIMULATE] = { ...unanswered(), after: late.promise }
    const button = screen.getByText('Try')
    fireEvent.click(button)
    await screen.findByText('Trying...')
    expect(screen.getByLabelText('Replies').getAttribute('aria-busy')).toBe('true')
    fireEvent.click(screen.getByText('Trying...'))
    await act(async () => late.resolve())
    await screen.findByText('The server did not answer. Please try again.')
    expect(callsOf(api, SIMULATE)).toHaveLength(2)
  })

  it.each<[Partial<Simulation['replies'][number]>, string | null]>([
    [{ presence: 'recording', presenceSeconds: 25 }, 'Shows “recording” for 25 s'],
    [{ presence: 'composing', presenceSeconds: 0 }, null],
    [{ presence: null, presenceSeconds: 9 }, null],
  ])('says what is shown before a reply with %o: %s', async (given, text) => {
    const replies = answered.replies.map((reply) => ({ ...reply, ...given }))
    fakeApi({ [SIMULATE]: ok({ ...answered, replies }) })
    await tried('buka')
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
    const replies = answered.replies.map((reply) => ({ ...reply, text: '', media }))
    fakeApi({ [SIMULATE]: ok({ ...answered, replies }) })
    await tried('buka')
    await screen.findByText(text)
  })

  it('asks for a message before it tries', async () => {
    const api = fakeApi({})
    await tried('  ')
    await screen.findByText('Write the message to try.')
    expect(api.calls).toEqual([])
  })
})

describe('choosing a contact', () => {
  const LIST = 'GET /contacts?limit=20'
  const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Contact' })
  const api = () => {
    const answers = {
      [SIMULATE]: ok(answered),
      [LIST]: ok([aisyah, brahim]),
      [`${LIST}&q=bra`]: ok([brahim]),
      [`${LIST}&q=zz`]: ok([]),
    }
    return fakeApi(answers)
  }

  async function opened() {
    renderPage(<SimulatorCard deviceId="d1" />)
    fireEvent.change(screen.getByLabelText('Message text'), { target: { value: 'buka' } })
    await press('From the contact list')
  }

  it('does not claim to have counted what the server did not', async () => {
    const more = { 'x-next-cursor': 'c2' }
    fakeApi({ [SIMULATE]: ok(answered), [LIST]: ok([aisyah, brahim], more) })
    await opened()
    await screen.findByText('More than 2 contacts. Type to search.')
    cleanup()
    fakeApi({ [SIMULATE]: ok(answered), [LIST]: ok([aisyah, brahim]) })
    await opened()
    await screen.findByText('2 contacts found.')
  })

  it.each([
    [ok([]), 'Your contact list is empty.'],
    [ok([aisyah]), '1 contact found.'],
    [ok([aisyah], { 'x-total-count': '1200' }), '1 of 1,200 contacts. Type to search.'],
    [ok([aisyah, brahim], { 'x-total-count': '2' }), '2 contacts found.'],
    [refused(403, 'No.'), 'Failed to get contact list.'],
  ])('says how many there are', async (answer, text) => {
    fakeApi({ [LIST]: answer })
    await opened()
    await screen.findByText(text)
  })

  it('searches, and marks the one chosen', async () => {
    const { calls } = api()
    await opened()
    await screen.findByRole('button', { name: /^Aisyah/ })
    fireEvent.change(box(), { target: { value: 'bra' } })
    await waitFor(() => expect(calls).toContain(`${LIST}&q=bra`))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Aisyah/ })).toBeNull())
    await press(/^Brahim/)
    screen.getByRole('button', { name: /^Brahim/, pressed: true })
    fireEvent.change(box(), { target: { value: 'zz' } })
    await screen.findByText('No name or number here matches the search.')
  })

  it('is asked for before it is tried', async () => {
    const { calls } = api()
    await opened()
    await press('Try')
    await screen.findByText('Choose a contact.')
    expect(calls).not.toContain(SIMULATE)
    await press('Someone new')
    await press('Try')
    await waitFor(() => expect(calls).toContain(SIMULATE))
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
    [refused(400, ''), 'The server did not answer.'],
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
