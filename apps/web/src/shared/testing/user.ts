import { act, fireEvent, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { stubResizeObserver } from './stub-resize-observer.ts'

/** What Radix asks of a browser with a layout, so that its lists can be opened. */
export function stubLayout(): void {
  stubResizeObserver()
  Element.prototype.hasPointerCapture = () => false
  Element.prototype.scrollIntoView = () => undefined
}

type Name = string | RegExp

/**
 * Presses the button of that name, of all or of those inside of something, and waits for what
 * follows from it at once.
 */
export async function press(name: Name, inside: HTMLElement = document.body): Promise<void> {
  await act(async () => fireEvent.click(within(inside).getByRole('button', { name })))
}

/** Whether a control cannot be used; a busy one keeps the focus. */
export function isDisabled(control: Element | undefined): boolean {
  return control?.matches(':disabled, [aria-disabled=true]') ?? false
}

/** Two presses, the second before anything of the first is seen. */
export async function pressTwice(name: Name): Promise<void> {
  const button = screen.getByRole('button', { name })
  await act(async () => {
    button.click()
    button.click()
  })
}

export async function chooseFiles(label: Name, ...files: File[]): Promise<void> {
  await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { files } }))
}

export async function fill(label: Name, value: string): Promise<void> {
  await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
}

export async function pressKey(element: Element, key: string): Promise<void> {
  await act(async () => fireEvent.keyDown(element, { key }))
}

/** On whatever has the focus. */
export async function pressEscape(): Promise<void> {
  await pressKey(document.activeElement ?? document.body, 'Escape')
}

/**
 * Types into the page's search box, and lets the pause pass after which it is searched for. The
 * clock is the test's from here on, until `vi.useRealTimers`.
 */
export async function searchFor(text: string): Promise<void> {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  await act(() => vi.advanceTimersByTimeAsync(250))
}

/** Radix opens its lists on pointer events, which jsdom does not know; keys it does. */
export async function choose(field: Name, option: Name): Promise<void> {
  fireEvent.keyDown(screen.getByRole('combobox', { name: field }), { key: 'Enter' })
  const found = await screen.findByRole('option', { name: option })
  await act(async () => fireEvent.click(found))
}

/** Chooses what to do with a row from its menu. */
export async function chooseAction(row: string, action: Name): Promise<void> {
  await chooseFromMenu(`Actions for ${row}`, action)
}

/** Chooses an item of the menu that a button opens. */
export async function chooseFromMenu(button: string, action: Name): Promise<void> {
  fireEvent.keyDown(screen.getByRole('button', { name: button }), { key: 'Enter' })
  const found = await screen.findByRole('menuitem', { name: action })
  await act(async () => fireEvent.click(found))
}

/** Long enough for an answer that has come to be read and shown. */
export async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await act(() => new Promise<void>((done) => setTimeout(done)))
  }
}
