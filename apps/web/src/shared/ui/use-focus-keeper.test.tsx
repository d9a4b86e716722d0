// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '#shared/i18n/i18n.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { Button } from './button.tsx'
import { MenuItem, RowActions } from './menu.tsx'
import { useFocusKeeper } from './use-focus-keeper.ts'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type PageProps = Partial<Record<'saving' | 'busy' | 'empty' | 'gone', boolean>> & {
  onDelete?: () => void
}

function Page({ saving = false, busy = false, empty = false, gone = false, onDelete }: PageProps) {
  useFocusKeeper()
  return (
    <main>
      <h1>Numbers</h1>
      <form>
        <fieldset disabled={saving}>
          <input aria-label="Key" />
        </fieldset>
        {!gone && (
          <Button busy={busy} disabled={empty}>
            Save
          </Button>
        )}
      </form>
      <RowActions name="Farah" disabled={busy}>
        <MenuItem onSelect={() => onDelete?.()}>Delete</MenuItem>
      </RowActions>
      <button type="button">Other</button>
    </main>
  )
}

const named = (name: string) => screen.getByRole('button', { name })
/**
 * A page on which the `focused` control was disabled and lost the focus to the body, as in a
 * browser.
 */
async function lost(focused: () => HTMLElement, disabled: PageProps) {
  const { rerender } = render(<Page />)
  const show = (props: PageProps) => act(async () => rerender(<Page {...props} />))
  const element = focused()
  element.focus()
  await show(disabled)
  drop(element)
  await waitFor(() => expect(document.activeElement).toBe(document.body))
  return { element, show }
}

/**
 * Moves the focus as a browser does when a control is disabled; in jsdom only an enabled one can
 * lose it.
 */
function drop(element: HTMLElement): void {
  const disabled = element.closest('[disabled]')
  disabled?.removeAttribute('disabled')
  element.blur()
  disabled?.setAttribute('disabled', '')
}

it.each([
  ['a button that is no longer busy', () => named('Save'), { busy: true }],
  ['a field whose fieldset is enabled', () => screen.getByLabelText('Key'), { saving: true }],
])('gives the focus back to %s', async (_what, focused, disabled) => {
  const { element, show } = await lost(focused, disabled)
  await show({})
  expect(document.activeElement).toBe(element)
})

it('leaves the focus where the user moved it', async () => {
  const { show } = await lost(() => named('Save'), { busy: true })
  named('Other').focus()
  await show({})
  expect(document.activeElement).toBe(named('Other'))
})

it('leaves the focus on the page that the user pressed', async () => {
  const { show } = await lost(() => named('Save'), { busy: true })
  fireEvent.pointerDown(document.body)
  await show({})
  expect(document.activeElement).toBe(document.body)
})

it('is not for a control that was left before it was disabled', async () => {
  const { element, show } = await lost(() => named('Save'), {})
  await show({ busy: true })
  await show({})
  expect(document.activeElement).not.toBe(element)
})

it('moves to a nearby control when a busy button stays disabled', async () => {
  const { show } = await lost(() => named('Save'), { busy: true })
  await show({ empty: true })
  expect(document.activeElement).toBe(screen.getByLabelText('Key'))
})

it('moves to the heading when a focused button is removed without having been disabled', async () => {
  const { rerender } = render(<Page />)
  named('Save').focus()
  await act(async () => rerender(<Page gone />))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})

it('stays with the control that something else focused when a button was removed', async () => {
  const { rerender } = render(<Page />)
  named('Save').focus()
  await act(async () => {
    rerender(<Page gone />)
    queueMicrotask(() => named('Other').focus())
  })
  await new Promise((done) => setTimeout(done))
  expect(document.activeElement).toBe(named('Other'))
})

it('moves to the heading when the button is removed', async () => {
  const { show } = await lost(() => named('Save'), { busy: true })
  await show({ gone: true })
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})

function PageWithDialog({ state, empty = false }: { state: 'open' | 'closed'; empty?: boolean }) {
  return (
    <>
      <Page />
      <div role="dialog" aria-label="Rename" data-state={state}>
        {!empty && <button type="button">Cancel</button>}
      </div>
    </>
  )
}

it('leaves the focus to a dialog that closes with its content already gone', async () => {
  const { rerender } = render(<PageWithDialog state="open" />)
  named('Cancel').focus()
  await act(async () => rerender(<PageWithDialog state="closed" empty />))
  await new Promise((done) => setTimeout(done))
  expect(document.activeElement).toBe(document.body)
})

it('moves to the dialog that is still open when a button in it is removed', async () => {
  const { rerender } = render(<PageWithDialog state="open" />)
  named('Cancel').focus()
  await act(async () => rerender(<PageWithDialog state="open" empty />))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})

it('gives the focus of a menu to its button once that is enabled', async () => {
  const { rerender } = render(<Page onDelete={() => rerender(<Page busy />)} />)
  fireEvent.keyDown(named('Actions for Farah'), { key: 'Enter' })
  const item = await screen.findByRole('menuitem')
  // The first press replaced the button by the menu's trigger.
  const trigger = named('Actions for Farah')
  item.focus()
  const closed = vi.spyOn(trigger, 'focus')
  await act(async () => fireEvent.click(item))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(document.activeElement).toBe(document.body)
  await act(async () => rerender(<Page />))
  expect(document.activeElement).toBe(trigger)
})
