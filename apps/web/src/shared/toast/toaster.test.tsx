// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { ThemeProvider } from '#shared/theme/theme.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Sheet } from '#shared/ui/sheet.tsx'
import { SignInToaster } from './sign-in-toaster.tsx'
import { dismissAllToasts, TOAST_DURATION, toast } from './toast.ts'

type Shown = (props: { open: boolean; onOpenChange: (open: boolean) => void }) => ReactNode

const dialogs: [string, Shown][] = [
  [
    'a dialog',
    (props) => (
      <Dialog {...props} title="Title">
        <input />
      </Dialog>
    ),
  ],
  [
    'a question',
    (props) => (
      <ConfirmDialog {...props} title="Title" description="" action="Do" onConfirm={() => {}} />
    ),
  ],
  [
    'a sheet',
    (props) => (
      <Sheet {...props} side="left" title="Title">
        <button type="button">In it</button>
      </Sheet>
    ),
  ],
]

function Page({ shown: Shown }: { shown: Shown }) {
  const [open, setOpen] = useState(true)
  return <Shown open={open} onOpenChange={setOpen} />
}

beforeEach(stubResizeObserver)
afterEach(async () => {
  cleanup()
  await i18n.changeLanguage('en')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const open = () => screen.queryByText('Title')
const told = () => screen.queryByText('Not saved.')
const pressEscape = (where = document.activeElement ?? document.body) =>
  act(async () => fireEvent.keyDown(where, { key: 'Escape' }))
const tell = () => act(async () => void toast({ title: 'Not saved.', tone: 'error' }))

it.each(dialogs)(
  'Escape closes %s under a toast, which stays; then the toast',
  async (_, shown) => {
    renderPage(<Page shown={shown} />)
    await tell()
    expect(open()).not.toBeNull()
    await pressEscape()
    expect(open()).toBeNull()
    expect(told()).not.toBeNull()
    await pressEscape()
    expect(told()).toBeNull()
  },
)

it('Escape in the toast is the toast’s', async () => {
  renderPage(<Page shown={dialogs[0]?.[1] ?? (() => null)} />)
  await tell()
  await pressEscape(told() ?? undefined)
  expect(told()).toBeNull()
  expect(open()).not.toBeNull()
})

it('a question that is busy stays, and so does the toast', async () => {
  renderPage(
    <Page
      shown={(props) => (
        <ConfirmDialog
          {...props}
          busy
          title="Title"
          description=""
          action="Do"
          onConfirm={() => {}}
        />
      )}
    />,
  )
  await tell()
  await pressEscape()
  expect(open()).not.toBeNull()
  expect(told()).not.toBeNull()
})

it.each([
  ['en', 'Notifications'],
  ['ms', 'Pemberitahuan'],
])('the places of the toasts have their names in %s', async (language, name) => {
  await i18n.changeLanguage(language)
  renderPage(
    <ThemeProvider>
      <SignInToaster notice={null} />
    </ThemeProvider>,
  )
  const places = screen.getAllByRole('region', { hidden: true })
  const names = places.map((place) => place.getAttribute('aria-label'))
  expect(new Set(names)).toEqual(new Set([`${name} (F8)`, `${name} (Alt+T)`]))
})

const closeButton = () => screen.getByRole('button', { name: 'Close' })

/** Each way to close the current toast from the page. */
const closings: [string, () => void][] = [
  [
    'its cross, by mouse',
    () => {
      fireEvent.pointerMove(closeButton())
      closeButton().focus()
      fireEvent.click(closeButton())
    },
  ],
  [
    'a cross that takes no focus, as in Safari',
    () => {
      fireEvent.pointerMove(closeButton())
      fireEvent.click(closeButton())
    },
  ],
  [
    'the end of what it told, under the pointer',
    () => {
      fireEvent.pointerMove(closeButton())
      dismissAllToasts()
    },
  ],
  [
    'F8 and its cross',
    () => {
      fireEvent.keyDown(document.body, { code: 'F8' })
      closeButton().focus()
      fireEvent.click(closeButton())
    },
  ],
  [
    'F8 and Escape',
    () => {
      fireEvent.keyDown(document.body, { code: 'F8' })
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    },
  ],
]

describe.each(closings)('a toast that goes with %s', (_, close) => {
  beforeEach(() => {
    vi.useFakeTimers()
    renderPage(
      <main>
        <h1>Heading</h1>
        <button type="button">Send</button>
      </main>,
    )
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('returns the focus, and the next toast times out', async () => {
    const send = screen.getByRole('button', { name: 'Send' })
    send.focus()
    await tell()
    await act(async () => close())
    expect(told()).toBeNull()
    expect(document.activeElement).toBe(send)

    await tell()
    await act(async () => vi.advanceTimersByTime(TOAST_DURATION - 1))
    expect(told()).not.toBeNull()
    await act(async () => vi.advanceTimersByTime(1))
    expect(told()).toBeNull()
  })
})

it('a toast that is closed leaves the focus where the page begins when its place takes it no more', async () => {
  const page = (
    <main>
      <h1>Heading</h1>
      <button type="button">Send</button>
    </main>
  )
  renderPage(page)
  await tell()
  const send = screen.getByRole('button', { name: 'Send' })
  send.focus()
  closeButton().focus()
  send.setAttribute('disabled', '')
  await act(async () => fireEvent.click(closeButton()))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Heading' }))
})

it('a toast that another one takes the place of gives the focus back', async () => {
  renderPage(
    <main>
      <button type="button">Send</button>
    </main>,
  )
  await act(async () => void toast({ title: 'Sending.', tone: 'progress' }))
  const send = screen.getByRole('button', { name: 'Send' })
  send.focus()
  closeButton().focus()
  await tell()
  expect(screen.queryByText('Sending.')).toBeNull()
  expect(document.activeElement).toBe(send)
})

it('a toast that takes the place of another waits until the window is in front again', async () => {
  vi.useFakeTimers()
  const inFront = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  renderPage(<main />)
  await act(async () => void toast({ title: 'Sending.', tone: 'progress' }))
  fireEvent.blur(window)
  await tell()
  await act(async () => vi.advanceTimersByTime(2 * TOAST_DURATION))
  expect(told()).not.toBeNull()
  inFront.mockReturnValue(true)
  fireEvent.focus(window)
  await act(async () => vi.advanceTimersByTime(TOAST_DURATION))
  expect(told()).toBeNull()
})
