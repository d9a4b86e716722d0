// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { ThemeProvider } from '#shared/theme/theme.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Sheet } from '#shared/ui/sheet.tsx'
import { SignInToaster } from './sign-in-toaster.tsx'
import { toast } from './toast.ts'

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
      <SignInToaster />
    </ThemeProvider>,
  )
  const places = screen.getAllByRole('region', { hidden: true })
  const names = places.map((place) => place.getAttribute('aria-label'))
  expect(new Set(names)).toEqual(new Set([`${name} (F8)`, `${name} (Alt+T)`]))
})
