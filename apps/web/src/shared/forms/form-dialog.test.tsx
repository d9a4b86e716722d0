// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { fill, isDisabled, press, pressEscape } from '#shared/testing/user.ts'
import { FormDialog } from './form-dialog.tsx'
import { useReportDirty } from './use-close-question.tsx'

const onSubmit = vi.fn()
const onClose = vi.fn()
beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  onSubmit.mockReset()
  onClose.mockReset()
})

function Form({ id, onDirty }: { id: string; onDirty: (dirty: boolean) => void }) {
  const [text, setText] = useState('')
  useReportDirty(text !== '', onDirty)
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(text)
      }}
    >
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
    </form>
  )
}

function Page({ busy = false }: { busy?: boolean }) {
  const [open, setOpen] = useState(true)
  return (
    <FormDialog
      open={open}
      onClose={() => {
        onClose()
        setOpen(false)
      }}
      title="A form"
      description="It asks for a text."
      action="Save"
      busy={busy}
      busyText="Saving..."
    >
      {(inDialog) => <Form {...inDialog} />}
    </FormDialog>
  )
}

const dialog = () => screen.queryByRole('dialog', { name: 'A form' })
const question = () => screen.queryByRole('alertdialog')

it('has a title, focuses its first field, and submits by its button', async () => {
  renderPage(<Page />)
  const described = dialog()?.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('It asks for a text.')
  expect(document.activeElement).toBe(screen.getByLabelText('Text'))
  await fill('Text', 'Ali')
  await press('Save')
  expect(onSubmit.mock.calls).toEqual([['Ali']])
})

describe('closing it', () => {
  it.each([
    ['by Escape', () => pressEscape()],
    ['by the cross', () => press('Close')],
  ])('%s asks only while something would be lost', async (_how, close) => {
    renderPage(<Page />)
    await fill('Text', 'Ali')
    await close()
    expect([question() !== null, onClose.mock.calls.length]).toEqual([true, 0])
    await press('Cancel')
    expect([question(), dialog() !== null]).toEqual([null, true])
    await fill('Text', '')
    await close()
    expect([question(), dialog(), onClose.mock.calls.length]).toEqual([null, null, 1])
  })

  it('by Cancel asks nothing', async () => {
    renderPage(<Page />)
    await fill('Text', 'Ali')
    await press('Cancel')
    expect([question(), dialog()]).toEqual([null, null])
  })

  it('is done once, after a yes', async () => {
    renderPage(<Page />)
    await fill('Text', 'Ali')
    await pressEscape()
    await press('Close')
    expect([question(), dialog(), onClose.mock.calls.length]).toEqual([null, null, 1])
  })

  it('waits while it is being saved', async () => {
    renderPage(<Page busy />)
    await pressEscape()
    await press('Close')
    expect([dialog() !== null, onClose.mock.calls.length]).toEqual([true, 0])
    expect(isDisabled(screen.getByRole('button', { name: 'Cancel' }))).toBe(true)
    expect(isDisabled(screen.getByRole('button', { name: 'Saving...' }))).toBe(true)
  })
})
