// @vitest-environment jsdom
import { listPausedChats, type PausedChat } from '@kirim/contract/paused-chats'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callQuery } from '#shared/api/query.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { isDisabled, turnsOfTheLoop } from '#shared/testing/user.ts'
import { PausedChats } from './paused-chats-card.tsx'

const LIST = 'GET /ai-chatbot/d1/paused-chats'
const RESUME = 'DELETE /ai-chatbot/d1/paused-chats/p1'
const ali: PausedChat = {
  id: 'p1',
  chat: 'individual',
  name: 'Bot Ali',
  phoneNumber: '60131000009',
  username: '',
  reason: 'minute',
  until: '2026-11-21T09:15:00.000Z',
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function rows(): HTMLElement[] {
  return within(screen.getByRole('list', { name: 'Paused chats' })).getAllByRole('listitem')
}

/** Shown beside the chats once they are loaded. */
function Answered() {
  const query = callQuery(listPausedChats, { params: { deviceId: 'd1' } })
  return useQuery(query).isFetched && <p>answered</p>
}

async function shown(chats: PausedChat[]): Promise<FakeApi> {
  const api = fakeApi({ [LIST]: ok(chats) })
  renderPage(
    <>
      <PausedChats deviceId="d1" />
      <Answered />
    </>,
  )
  await screen.findByText('answered')
  expect(api.calls).toEqual([LIST])
  return api
}

describe('chats in which the chatbot rests', () => {
  it('are not spoken of when there are none', async () => {
    await shown([])
    expect(screen.queryByText('Paused chats')).toBeNull()
  })

  it('say who it is, why, and until when [2.paused-chats.list]', async () => {
    await shown([
      ali,
      { ...ali, id: 'p2', chat: 'group', reason: 'hour' },
      { ...ali, id: 'p3', name: '', phoneNumber: '' },
    ])
    await screen.findByText('Paused chats')
    const texts = rows().map(({ textContent }) => textContent)
    expect(texts[0]).toMatch(
      /^Bot Ali60131000009More than 20 replies in a minute\. Paused until \d\d:15\./,
    )
    expect(texts[1]).toContain('A group with Bot Ali')
    expect(texts[1]).toContain('More than 60 replies in an hour.')
    expect(texts[2]).toContain('No number')
  })

  it('are resumed, each by itself [2.paused-chats.resume]', async () => {
    const api = await shown([ali, { ...ali, id: 'p2', name: 'Bot Siti' }])
    api.answers[RESUME] = { status: 200, body: null }
    const resume = await screen.findByRole('button', { name: 'Resume the chat: Bot Ali' })
    api.answers[LIST] = ok([{ ...ali, id: 'p2', name: 'Bot Siti' }])
    await act(async () => fireEvent.click(resume))
    await screen.findByText('The chatbot answers in this chat again.')
    await waitFor(() => expect(rows().length).toBe(1))
    expect(rows()[0]?.textContent).toContain('Bot Siti')
  })

  it('say when one could not be resumed, and are read again [2.paused-chats.failure]', async () => {
    const api = await shown([ali])
    api.answers[RESUME] = refused(404, 'This chat is no longer paused.')
    const resume = await screen.findByRole('button', { name: /^Resume the chat/ })
    api.answers[LIST] = ok([])
    await act(async () => fireEvent.click(resume))
    await screen.findByText('This chat is no longer paused.')
    await waitFor(() => expect(screen.queryByText('Bot Ali')).toBeNull())
  })

  it('are resumed one at a time, and the others can be pressed meanwhile', async () => {
    const api = await shown([ali, { ...ali, id: 'p2', name: 'Bot Siti' }])
    const answered = Promise.withResolvers<void>()
    api.answers[RESUME] = { ...unanswered(), after: answered.promise }
    const buttons = await screen.findAllByRole<HTMLButtonElement>('button')
    const [first] = buttons
    if (!first) throw new Error('There is no button.')
    fireEvent.click(first)
    await waitFor(() => expect(buttons.map(isDisabled)).toEqual([true, false]))
    fireEvent.click(first)
    await act(async () => answered.resolve())
    await screen.findByText('Failed to resume the chat.')
    expect(callsOf(api, RESUME)).toHaveLength(1)
    expect(rows()).toHaveLength(2)
  })

  it.each([
    [{ name: '' }, '60131000009'],
    [{ name: '', phoneNumber: '' }, 'No number'],
    [{ name: '', phoneNumber: '', username: 'siti' }, '@siti'],
    [{ name: '', chat: 'group' }, 'A group with 60131000009'],
  ] as const)('of %o are called %s, to ears as well', async (given, title) => {
    await shown([{ ...ali, ...given }])
    await screen.findByRole('button', { name: `Resume the chat: ${title}` })
    expect(rows()[0]?.textContent).toMatch(new RegExp(`^${title}More than`))
  })

  it.each([
    ['', 'No number'],
    ['siti.kedai', '@siti.kedai'],
  ])('of somebody with a name, the username %j and no number, say so', async (username, shown) => {
    const list = fakeApi({ [LIST]: ok([{ ...ali, phoneNumber: '', username }]) })
    renderPage(<PausedChats deviceId="d1" />)
    const hidden = await screen.findByText(shown)
    expect(hidden.title).toBe('This person hides their number on WhatsApp.')
    expect(list.calls).toContain(LIST)
  })

  it('of a number that is gone say nothing: the page does', async () => {
    const api = fakeApi({ [LIST]: refused(404, 'Device not found.', 'device_not_found') })
    renderPage(<PausedChats deviceId="d1" />)
    await waitFor(() => expect(api.calls).toEqual([LIST]))
    await turnsOfTheLoop(2)
    expect(screen.queryByText('The paused chats could not be loaded')).toBeNull()
  })

  it('stay in sight when reading them anew fails', async () => {
    const api = await shown([ali])
    await screen.findByText('Bot Ali')
    api.answers[LIST] = refused(403, '')
    api.answers[RESUME] = refused(400, 'Not now.')
    await act(async () => fireEvent.click(screen.getByRole('button')))
    await waitFor(() => expect(callsOf(api, LIST)).toHaveLength(2))
    await turnsOfTheLoop(2)
    screen.getByText('Bot Ali')
    expect(screen.queryByText('The paused chats could not be loaded')).toBeNull()
  })

  it('say when they could not be read', async () => {
    const api = fakeApi({ [LIST]: refused(400, 'Not now.') })
    renderPage(<PausedChats deviceId="d1" />)
    await screen.findByText('The paused chats could not be loaded')
    api.answers[LIST] = ok([ali])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Check again' })))
    await screen.findByText('Bot Ali')
  })
})
