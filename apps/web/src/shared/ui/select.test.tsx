// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import '#shared/i18n/i18n.ts'
import { Dialog } from './dialog.tsx'
import { Select } from './select.tsx'

const options = ['Kedah', 'Kelantan', 'Perak'].map((label) => ({ value: label, label }))

function States() {
  const [value, setValue] = useState('Kedah')
  return <Select aria-label="State" value={value} onValueChange={setValue} options={options} />
}

beforeEach(() => {
  stubResizeObserver()
  // jsdom lacks this; Radix scrolls to the selected option.
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Whether an element is hidden from assistive technology. */
const box = () => screen.getByRole('combobox', { name: 'State' })
const open = () => fireEvent.keyDown(box(), { key: 'Enter' })

const places: [string, string, ReactNode][] = [
  [
    'a page',
    'main',
    <main key="page">
      <h1>Heading</h1>
      <States />
    </main>,
  ],
  [
    'a dialog',
    '[role=dialog]',
    <Dialog key="dialog" open onOpenChange={() => {}} title="Heading">
      <States />
    </Dialog>,
  ],
]

it.each(places)('an open list on %s stands in it, and hides nothing of it', (_, place, page) => {
  render(page)
  open()
  expect(screen.getByRole('listbox').closest(place)).not.toBeNull()
  expect(screen.getByRole('heading', { name: 'Heading' })).not.toBeNull()
  fireEvent.click(screen.getByRole('option', { name: 'Perak' }))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().textContent).toBe('Perak')
  expect(document.querySelector('[aria-live=off]')).toBeNull()
})
