import { act, fireEvent, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { stubResizeObserver } from './stub-resize-observer.ts'

/** Stubs the layout functions that Radix needs to open its lists. */
export function stubLayout(): void {
  stubResizeObserver()
  Element.prototype.hasPointerCapture = () => false
  Element.prototype.scrollIntoView = () => undefined
}

type Name = string | RegExp

/**
 * Presses the button of that name in the page or inside an element, and waits for immediate
 * updates.
 */
export async function press(name: Name, inside: HTMLElement = document.body): Promise<void> {
  await act(async () => fireEvent.click(within(inside).getByRole('button', { name })))
}

/** Whether a control cannot be used; a busy one keeps the focus. */
export function isDisabled(control: Element | undefined): boolean {
  return control?.matches(':disabled, [aria-disabled=true]') ?? false
}

/** Presses a button twice before it re-renders. */
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

/** Presses Escape on the focused element. */
export async function pressEscape(): Promise<void> {
  await pressKey(document.activeElement ?? document.body, 'Escape')
}

/**
 * Types into the page's search box and waits for the debounce. Uses fake timers until
 * `vi.useRealTimers`.
 */
export async function searchFor(text: string): Promise<void> {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  await act(() => vi.advanceTimersByTimeAsync(250))
}

/** Opens the list by keyboard, because jsdom has no pointer events. */
export async function choose(field: Name, option: Name): Promise<void> {
  fireEvent.keyDown(screen.getByRole('combobox', { name: field }), { key: 'Enter' })
  const found = await screen.findByRole('option', { name: option })
  await act(async () => fireEvent.click(found))
}

/** Chooses an action from the menu of a row. */
export async function chooseAction(row: string, action: Name): Promise<void> {
  await chooseFromMenu(`Actions for ${row}`, action)
}

/** Chooses an item of the menu that a button opens. */
export async function chooseFromMenu(button: string, action: Name): Promise<void> {
  fireEvent.keyDown(screen.getByRole('button', { name: button }), { key: 'Enter' })
  const found = await screen.findByRole('menuitem', { name: action })
  await act(async () => fireEvent.click(found))
}

/** Waits for turns of the event loop, enough to read and render a response. */
export async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await act(() => new Promise<void>((done) => setTimeout(done)))
  }
}
