// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#shared/i18n/i18n.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { MenuItem, RowActions } from './menu.tsx'
import { Segmented } from './segmented.tsx'
import { Sheet, SheetClose } from './sheet.tsx'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface OpenedProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const kinds = {
  dialog: (props: OpenedProps) => <Dialog {...props} title="Settings" />,
  confirmation: (props: OpenedProps) => (
    <ConfirmDialog
      {...props}
      title="Delete?"
      description="It goes."
      action="Delete"
      onConfirm={() => props.onOpenChange(false)}
    />
  ),
  sheet: (props: OpenedProps) => (
    <Sheet {...props} side="left" title="Menu">
      <SheetClose>Close</SheetClose>
    </Sheet>
  ),
}

interface PageProps {
  kind: keyof typeof kinds
  /** The content of the page while the dialog is open. */
  buttonStays?: boolean
}

function Page({ kind, buttonStays = true }: PageProps) {
  const [open, setOpen] = useState(false)
  const [was, setWas] = useState(false)
  const opened = () => {
    setOpen(true)
    setWas(true)
  }
  return (
    <main>
      <h1>Numbers</h1>
      {(buttonStays || !was) && (
        <button type="button" onClick={opened}>
          Open
        </button>
      )}
      <RowActions name="row">
        <MenuItem onSelect={opened}>Edit</MenuItem>
      </RowActions>
      {kinds[kind]({ open, onOpenChange: setOpen })}
    </main>
  )
}

async function press(name: string) {
  const button = screen.getByRole('button', { name })
  await act(async () => {
    button.focus()
    fireEvent.click(button)
  })
}

const isGone = () => waitFor(() => expect(document.querySelector('[role$=dialog]')).toBeNull())
const focused = (role: string, name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('the focus after a %s', (kind) => {
  async function closeByKey() {
    const dialog = document.querySelector('[role$=dialog]')
    expect(dialog?.contains(document.activeElement)).toBe(true)
    await act(async () => fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' }))
    await isGone()
  }

  it('returns to where it was', async () => {
    render(<Page kind={kind} />)
    await press('Open')
    await closeByKey()
    await focused('button', 'Open')
  })

  it('returns to the menu’s button when a menu opened the dialog', async () => {
    render(<Page kind={kind} />)
    const trigger = screen.getByRole('button', { name: 'Actions for row' })
    await act(async () => {
      trigger.focus()
      fireEvent.keyDown(trigger, { key: 'Enter' })
    })
    const item = await screen.findByRole('menuitem', { name: 'Edit' })
    await act(async () => {
      item.focus()
      fireEvent.click(item)
    })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await closeByKey()
    await focused('button', 'Actions for row')
  })

  it('moves to the page’s heading when its element is gone', async () => {
    render(<Page kind={kind} buttonStays={false} />)
    await press('Open')
    await closeByKey()
    await focused('heading', 'Numbers')
  })
})

describe('the focus in a dialog that opens', () => {
  const ok = <button type="button">OK</button>
  it.each([
    ['its first field', <input key="field" aria-label="First" />, 'textbox', 'First'],
    [
      'the first field after other controls',
      <>
        {ok}
        <input disabled />
        <input aria-label="First" />
      </>,
      'textbox',
      'First',
    ],
    [
      'the chosen one of a form’s choices',
      <form key="form">
        <Segmented
          aria-label="When"
          value="later"
          onValueChange={() => undefined}
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
        />
      </form>,
      'radio',
      'Later',
    ],
    ['what can be used where no field is', ok, 'button', 'OK'],
    ['the cross where nothing else is', <p key="text">Text</p>, 'button', 'Close'],
  ])('is on %s', async (_name, content, role, name) => {
    render(
      <Dialog open onOpenChange={() => undefined} title="Settings">
        {content}
      </Dialog>,
    )
    await focused(role, name)
  })
})
