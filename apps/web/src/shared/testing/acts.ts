import { act, fireEvent, screen, within } from '@testing-library/react'

/** Presses the one button of that name; with `inside`, the one in there. */
export function press(name: string | RegExp, inside?: HTMLElement): Promise<void> {
  const where = inside ? within(inside) : screen
  return act(async () => void fireEvent.click(where.getByRole('button', { name })))
}

/** Two presses before anything of the first is seen. */
export function pressTwice(name: string | RegExp): Promise<void> {
  const button = screen.getByRole('button', { name })
  return act(async () => {
    button.click()
    button.click()
  })
}

export function type(label: string | RegExp, value: string): Promise<void> {
  return act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value } }))
}

/** On what has the focus, unless something else is named. */
export function pressKey(key: string, on: Element | null = document.activeElement): Promise<void> {
  return act(async () => void fireEvent.keyDown(on ?? document.body, { key }))
}

export function chooseFiles(label: string | RegExp, ...files: File[]): Promise<void> {
  return act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { files } }))
}

/** An item of the menu of a row; Radix opens on pointers, which jsdom does not know, or on keys. */
export async function chooseAction(row: string, item: string): Promise<void> {
  const [menu] = await screen.findAllByRole('button', { name: `Actions for ${row}` })
  await pressKey('Enter', menu)
  const entry = await screen.findByRole('menuitem', { name: item })
  await act(async () => void fireEvent.click(entry))
}

/** An option of a select; with `inside`, of the one in there. */
export async function chooseOption(
  select: string | RegExp,
  option: string | RegExp,
  inside?: HTMLElement,
): Promise<void> {
  // jsdom has none, and Radix scrolls to what is chosen.
  Element.prototype.scrollIntoView ??= () => undefined
  const where = inside ? within(inside) : screen
  await pressKey('Enter', where.getByRole('combobox', { name: select }))
  const entry = await screen.findByRole('option', { name: option })
  await act(async () => void fireEvent.click(entry))
}
