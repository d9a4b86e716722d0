// @vitest-environment jsdom
import type { SandboxMessage } from '@kirim/contract/sandbox'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press, stubLayout } from '#shared/testing/user.ts'
import { ChatsColumn } from './chats-column.tsx'
import { CHATS, chatOf, groupOf, messageOf, PHONE, phoneOf } from './testing/sandbox.ts'

const now = new Date(2026, 10, 21, 12, 0)
const onOpen = vi.fn()

let api: FakeApi
beforeEach(() => {
  stubLayout()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  api = fakeApi({
    [`GET ${CHATS}`]: ok([chatOf({ last: messageOf() })]),
    [`GET ${PHONE}/groups`]: ok([]),
  })
})
afterEach(async () => {
  cleanup()
  onOpen.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

function show(given: Parameters<typeof phoneOf>[0] = {}, current: string | null = null) {
  const nothing = () => undefined
  return renderPage(
    <ChatsColumn phone={phoneOf(given)} current={current} onOpen={onOpen} onBack={nothing} />,
  )
}
const row = (name: RegExp) => screen.findByRole('button', { name })

describe('the list', () => {
  it.each([`GET ${CHATS}`, `GET ${PHONE}/groups`])(
    'is not shown by half when %s fails, and both are asked for again',
    async (call) => {
      api.answers[call] = refused(404, 'Sandbox phone not found.', 'sandbox_phone_not_found')
      show()
      screen.getByText('Loading chats...')
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('Could not load the chats of this phone.')
      api.calls.length = 0
      api.answers[call] = ok([])
      await press('Try again')
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
      expect(api.calls.sort()).toEqual([`GET ${CHATS}`, `GET ${PHONE}/groups`])
    },
  )

  it.each([
    [true, 'No chats yet.', 'button', 'New chat'],
    [false, 'This phone is not linked.', 'link', 'Scan Device'],
  ])(
    'of a phone without chats (linked: %s) shows %s and an action',
    async (linked, text, role, name) => {
      api.answers[`GET ${CHATS}`] = ok([])
      show({ linked })
      await screen.findByText(text)
      expect(screen.getAllByRole(role, { name }).length).toBeGreaterThan(0)
    },
  )

  it('shows when a search has no results, and all chats afterwards', async () => {
    show()
    await row(/Farah/)
    const search = screen.getByRole('searchbox', { name: 'Search chats' })
    fireEvent.change(search, { target: { value: 'nobody' } })
    screen.getByText('No chat matches.')
    fireEvent.change(search, { target: { value: '601-22' } })
    await row(/Farah/)
  })
})

describe('a row', () => {
  it.each<[string, Partial<SandboxMessage>, string]>([
    ['words', { text: '*RM4* sahaja' }, 'RM4 sahaja'],
    ['a picture', { kind: 'image', text: '' }, 'Image'],
    ['a picture with words', { kind: 'image', text: 'Menu' }, 'Menu'],
    ['a film', { kind: 'video', text: '' }, 'Video'],
    ['a file', { kind: 'document', text: '' }, 'Document'],
    ['something else', { kind: 'other', text: '' }, 'Message'],
  ])('after %s', async (_what, message, excerpt) => {
    api.answers[`GET ${CHATS}`] = ok([chatOf({ last: messageOf(message) })])
    show()
    expect((await row(/Farah/)).textContent).toContain(excerpt)
  })

  it.each([
    [new Date(2026, 10, 21, 7, 5), '07:05', '07:05'],
    [new Date(2026, 10, 20, 23, 59), 'Yesterday', 'Semalam'],
    [new Date(2026, 10, 19, 7, 5), '19 Nov 2026', '19 Nov 2026'],
  ])('of %s is dated', async (at, english, malay) => {
    api.answers[`GET ${CHATS}`] = ok([chatOf({ last: messageOf({ at: at.toISOString() }) })])
    for (const [language, text] of [
      ['en', english],
      ['ms', malay],
    ]) {
      await i18n.changeLanguage(language)
      show()
      expect((await row(/Farah/)).textContent).toContain(text)
      cleanup()
    }
  })

  it.each([
    [0, null, null],
    [3, null, '3 unread messages'],
    [3, '60122', null],
  ])('with %i unread, open: %s, is labelled %s', async (unread, current, said) => {
    api.answers[`GET ${CHATS}`] = ok([chatOf({ unread, last: messageOf() })])
    show({}, current)
    const button = await row(/Farah/)
    expect(screen.queryByRole('img', { name: /unread/ })?.getAttribute('aria-label') ?? null).toBe(
      said,
    )
    expect(button.getAttribute('aria-current')).toBe(current ? 'true' : null)
  })

  it('names a contact without a name, and a group without messages', async () => {
    const members = [
      { phoneNumber: '60111', name: 'Kedai Kopi' },
      { phoneNumber: '60133', name: '' },
    ]
    api.answers[`GET ${CHATS}`] = ok([chatOf({ contactName: '' })])
    api.answers[`GET ${PHONE}/groups`] = ok([groupOf({ members })])
    show()
    fireEvent.click(await row(/^60122/))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('60122')
    expect((await row(/Kawan kopi/)).textContent).toContain('Kedai Kopi, 60133')
  })
})

describe('a new chat', () => {
  const start = async (number: string) => {
    show()
    await row(/Farah/)
    await press('New chat')
    fireEvent.change(screen.getByLabelText("Contact's number"), { target: { value: number } })
    await press('Start chat')
  }

  it('opens with any number in any notation', async () => {
    await start('+60 (12) 345-6789')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('60123456789')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each(['', 'Farah'])(
    'is not opened with %j, and the next time nothing is said of it',
    async (number) => {
      await start(number)
      const box = () => screen.getByLabelText("Contact's number")
      expect(box().getAttribute('aria-invalid')).toBe('true')
      expect(onOpen).not.toHaveBeenCalled()
      await press('Cancel')
      await press('New chat')
      expect(box().getAttribute('aria-invalid')).toBeNull()
    },
  )
})
