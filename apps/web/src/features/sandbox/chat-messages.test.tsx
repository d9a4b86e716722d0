// @vitest-environment jsdom
import type { SandboxMessage } from '@kirim/contract/sandbox'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { stubObjectUrls } from '#shared/testing/object-urls.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { isDisabled, press, stubLayout } from '#shared/testing/user.ts'
import { ChatPane } from './chat-pane.tsx'
import { CHATS, chatOf, MESSAGES, messageOf, PHONE, phoneOf } from './testing/sandbox.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

let api: FakeApi
beforeEach(() => {
  stubLayout()
  stubObjectUrls()
  api = fakeApi({
    [`GET ${CHATS}`]: ok([chatOf()]),
    [`GET ${PHONE}/groups`]: ok([]),
    [`GET ${MESSAGES}`]: ok([messageOf()]),
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

const show = (contactNumber: string | null = '60122', phone = phoneOf()) =>
  renderPage(<ChatPane phone={phone} contactNumber={contactNumber} onBack={() => undefined} />)
const log = () => screen.findByRole('log', { name: 'Messages' })

describe('a chat', () => {
  it.each([
    [null, 'No chat is open.'],
    ['120363000000000009@g.us', 'Sandbox group not found.'],
  ])('%s: %s', async (chat, text) => {
    show(chat)
    await screen.findByText(text)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('that fails to load shows an error and still accepts messages', async () => {
    api.answers[`GET ${MESSAGES}`] = refused(404, 'Sandbox phone not found.')
    show()
    await screen.findByText('Could not load the messages of this chat.')
    screen.getByRole('textbox', { name: 'Write as Farah' })
    api.answers[`GET ${MESSAGES}`] = ok([])
    await press('Try again')
    expect((await log()).textContent).toMatch(/^No messages yet\./)
  })

  it('can be scrolled by keyboard, and is grouped by day', async () => {
    const at = (day: number) => new Date(2026, 9, day, 9).toISOString()
    api.answers[`GET ${MESSAGES}`] = ok([
      messageOf({ id: 'a', text: 'Satu', at: at(20) }),
      messageOf({ id: 'b', text: 'Dua', at: at(20) }),
      messageOf({ id: 'c', text: 'Tiga', at: at(21) }),
    ])
    show()
    const messages = await log()
    expect(messages.tabIndex).toBe(0)
    expect(messages.textContent).toMatch(/^20 Oct 2026Satu.*Dua.*21 Oct 2026Tiga/)
  })

  it.each([
    [{ linked: true, online: true }, 'Linked to Kirim'],
    [{ linked: true, online: false }, 'Linked, not connected'],
    [{ linked: false, online: false }, 'Not linked'],
  ])('says of a phone that is %o: %s', (state, text) => {
    show('60122', phoneOf(state))
    screen.getByText(text)
  })

  it('is titled by the number of a contact without a name', async () => {
    api.answers[`GET ${CHATS}`] = ok([chatOf({ contactName: '' })])
    show()
    await screen.findByText('as 60122 sees it')
  })
})

describe('what is wrong with a contact', () => {
  const FAULTS = /^Simulated faults for this contact/

  it.each([
    [{}, 'Simulated faults for this contact', 'false', 'false'],
    [{ online: false }, 'Simulated faults for this contact: some are on', 'true', 'false'],
    [{ registered: false }, 'Simulated faults for this contact: some are on', 'false', 'true'],
  ])('%o is named by its button and shown behind it', async (given, name, offline, missing) => {
    api.answers[`GET ${CHATS}`] = ok([chatOf(given)])
    show()
    await screen.findByText('as Farah sees it')
    const button = await screen.findByRole('button', { name: FAULTS })
    expect(button.getAttribute('aria-label')).toBe(name)
    expect(button.getAttribute('aria-controls')).toBeNull()
    fireEvent.click(button)
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')).not.toBeNull()
    const state = (label: string) =>
      screen.getByRole('switch', { name: label }).getAttribute('aria-checked')
    expect([state('Offline'), state('Not on WhatsApp')]).toEqual([offline, missing])
    fireEvent.click(button)
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('is changed one setting at a time', async () => {
    const answered = Promise.withResolvers<void>()
    const CHANGE = `PUT ${CHATS}/60122`
    api.answers[CHANGE] = { ...ok({ message: 'Done.' }), after: answered.promise }
    show()
    await screen.findByText('as Farah sees it')
    await press(FAULTS)
    const [offline, missing] = screen.getAllByRole<HTMLButtonElement>('switch')
    fireEvent.click(screen.getByRole('switch', { name: 'Not on WhatsApp' }))
    await waitFor(() => expect([offline, missing].map(isDisabled)).toEqual([true, true]))
    await act(async () => answered.resolve())
    await waitFor(() => expect(isDisabled(offline)).toBe(false))
    expect(lastBodyOf(api, CHANGE)).toEqual({ registered: false })
  })
})

describe('the number of a contact', () => {
  const CHANGE = `PUT ${CHATS}/60122`

  it.each([
    ['Number hidden', { hidden: true, username: '' }],
    ['Username', { hidden: true, username: 'farah.kedai' }],
  ])('is chosen: %s', async (choice, change) => {
    api.answers[`GET ${CHATS}`] = ok([chatOf({ contactName: 'Farah Kedai', last: messageOf() })])
    api.answers[CHANGE] = ok({ message: 'Done.' })
    show()
    await screen.findByText('as Farah Kedai sees it')
    await press(/^Simulated faults for this contact/)
    await act(async () => fireEvent.click(screen.getByRole('radio', { name: choice })))
    expect(lastBodyOf(api, CHANGE)).toEqual(change)
  })

  it('is hidden before the first message, and revealed later', async () => {
    api.answers[`GET ${CHATS}`] = ok([])
    api.answers[CHANGE] = ok({ message: 'Done.' })
    show()
    await screen.findByText('as 60122 sees it')
    await press(/^Simulated faults for this contact/)
    expect(screen.queryByRole('button', { name: 'Reveal number' })).toBeNull()
    await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Username' })))
    await screen.findByText('@user.60122')
    await press('Reveal number')
    expect(lastBodyOf(api, CHANGE)).toEqual({ hidden: false, revealNumber: true })
    const shown = screen.getByRole('radio', { name: 'Number shown' })
    expect(shown.getAttribute('aria-checked')).toBe('true')
  })
})

describe('media messages', () => {
  const MEDIA = `GET ${MESSAGES}/m1/media`
  const of = (given: Partial<SandboxMessage>) => {
    api.answers[`GET ${MESSAGES}`] = ok([messageOf({ text: '', mediaType: 'image/png', ...given })])
    show()
  }

  it.each([
    ['image', 'IMG'],
    ['video', 'VIDEO'],
    ['document', 'A'],
  ] as const)('a file of the kind %s is read with the token and shown', async (kind, tag) => {
    api.answers[MEDIA] = ok('bytes')
    of({ kind })
    const messages = await log()
    await waitFor(() => expect(messages.querySelector('img, video, a')?.tagName).toBe(tag))
    const shown = messages.querySelector('img, video, a')
    expect(shown?.getAttribute(tag === 'A' ? 'href' : 'src')).toBe('blob:http://k/1')
    if (tag === 'IMG') expect(shown?.getAttribute('alt')).toBe('Image')
  })

  it('shows a missing file in its place, and the rest of the chat', async () => {
    api.answers[MEDIA] = refused(404, 'Media file not found.')
    of({ kind: 'image', text: 'Menu baharu' })
    await screen.findByText('The file could not be loaded.')
    screen.getByText('Menu baharu')
  })

  it.each([
    [{ kind: 'other', mediaType: null }, true],
    [{ kind: 'text', mediaType: null, text: 'Hai' }, false],
  ] as const)('%o has no preview: %s', async (given, said) => {
    of(given)
    await log()
    expect(screen.queryByText('This kind of message has no preview.') !== null).toBe(said)
    expect(callsOf(api, MEDIA)).toEqual([])
  })
})

describe('a picture that is sent', () => {
  const WRITE = `POST ${MESSAGES}`
  const picture = new File(['x'], 'menu.png', { type: 'image/png' })
  const input = () => document.querySelector('input[type=file]') as HTMLInputElement
  const pick = (files: File[]) => act(async () => fireEvent.change(input(), { target: { files } }))
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })

  async function opened() {
    show()
    await screen.findByRole('textbox', { name: 'Write as Farah' })
  }

  it('can be sent without text, and can be removed before', async () => {
    api.answers[WRITE] = ok(messageOf())
    await opened()
    expect(send().disabled).toBe(true)
    await pick([picture])
    screen.getByText('menu.png')
    await press('Remove the image')
    expect(send().disabled).toBe(true)
    await pick([])
    expect(send().disabled).toBe(true)
    await pick([picture])
    await press('Send')
    expect(lastBodyOf(api, WRITE)).toMatchObject({ text: '', image: expect.any(File) })
    expect(screen.queryByText('menu.png')).toBeNull()
  })

  it.each([
    [refused(409, 'At most 200 pictures.', 'sandbox_too_many_pictures'), 'At most 200 pictures.'],
    [refused(413, 'The request is too large.', 'payload_too_large'), 'The request is too large.'],
    [unanswered(), 'The message could not be written.'],
  ])('is restored with its text when refused', async (answer, text) => {
    api.answers[WRITE] = answer
    await opened()
    await pick([picture])
    const box = screen.getByRole<HTMLTextAreaElement>('textbox')
    fireEvent.change(box, { target: { value: ' Hai ' } })
    await press('Send')
    await screen.findByText(text)
    await screen.findByText('menu.png')
    expect([box.value, document.activeElement]).toEqual([' Hai ', box])
    expect(lastBodyOf(api, WRITE)).toMatchObject({ text: 'Hai' })
  })

  it('sends one at a time', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[WRITE] = { ...ok(messageOf()), after: answered.promise }
    await opened()
    const box = screen.getByRole('textbox')
    for (const value of ['Satu', 'Dua']) {
      fireEvent.change(box, { target: { value } })
      await act(async () => fireEvent.keyDown(box, { key: 'Enter' }))
      await waitFor(() => expect(send().disabled).toBe(true))
    }
    expect(callsOf(api, WRITE)).toHaveLength(1)
    await act(async () => answered.resolve())
    await waitFor(() => expect(send().disabled).toBe(false))
  })

  it('Enter that confirms an IME composition sends nothing', async () => {
    await opened()
    const box = screen.getByRole('textbox')
    fireEvent.change(box, { target: { value: 'にほん' } })
    await act(async () => {
      fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
    })
    expect(callsOf(api, WRITE)).toEqual([])
  })
})

describe('the newest message', () => {
  /** A box of 100 pixels with content that grows. */
  function scroller() {
    const grown: (() => void)[] = []
    const nothing = () => undefined
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(grow: () => void) {
          grown.push(grow)
        }
        observe = nothing
        disconnect = nothing
      },
    )
    const size = { height: 500 }
    function Box() {
      const { box, content } = useStickToEnd()
      useEffect(() => {
        const height = { get: () => size.height, configurable: true }
        Object.defineProperty(box.current, 'scrollHeight', height)
        Object.defineProperty(box.current, 'clientHeight', { value: 100 })
      }, [box])
      return (
        <div ref={box} data-testid="box">
          <div ref={content} />
        </div>
      )
    }
    renderPage(<Box />)
    const box = screen.getByTestId('box')
    return {
      top: () => box.scrollTop,
      growTo: (height: number) => {
        size.height = height
        for (const grow of grown) grow()
      },
      scrollTo: (top: number) => {
        box.scrollTop = top
        fireEvent.scroll(box)
      },
    }
  }

  it('stays visible while content grows, unless the user has scrolled up', () => {
    const { top, growTo, scrollTo } = scroller()
    growTo(600)
    expect(top()).toBe(600)
    scrollTo(500)
    scrollTo(200)
    growTo(700)
    expect(top()).toBe(200)
    scrollTo(541)
    growTo(800)
    expect(top()).toBe(800)
  })

  it.each([
    [440, 200],
    [441, 900],
  ])('at %i of 500 follows new messages: %i', (near, expected) => {
    const { top, growTo, scrollTo } = scroller()
    growTo(600)
    scrollTo(500)
    scrollTo(200)
    scrollTo(near)
    growTo(900)
    expect(top()).toBe(expected === 200 ? near : expected)
  })
})

it('is translated into Malay', async () => {
  await i18n.changeLanguage('ms')
  show()
  const messages = within(await screen.findByRole('log'))
  messages.getByText('Selamat pagi')
  expect(messages.getByRole('img').getAttribute('aria-label')).toBe(i18n.t('Read'))
})
