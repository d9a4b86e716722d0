// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#shared/i18n/i18n.ts'
import { pressKey, stubLayout } from '#shared/testing/user.ts'
import { Combobox, type ComboboxOption } from './combobox.tsx'
import { Field } from './field.tsx'

const people: ComboboxOption[] = ['Ali', 'Mei', 'Siti'].map((label, place) => ({
  id: `p${place}`,
  label,
  detail: `6012000000${place}`,
}))
const onSearch = vi.fn()
const onBlur = vi.fn()

beforeEach(() => {
  stubLayout()
  onSearch.mockReset()
  onBlur.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface PageProps {
  first?: ComboboxOption | null
  options?: readonly ComboboxOption[]
  outdated?: boolean
}

function Page({ first = null, options = people, outdated = false }: PageProps) {
  const [chosen, setChosen] = useState(first)
  return (
    <>
      <Field label="Who">
        <Combobox
          chosen={chosen}
          onChoose={setChosen}
          onSearch={onSearch}
          options={options}
          outdated={outdated}
          status={`${options.length} found`}
          onBlur={onBlur}
        />
      </Field>
      <output>{chosen?.label ?? 'nobody'}</output>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('combobox')
const key = (name: string) => pressKey(box(), name)
const typeIn = (value: string) =>
  act(async () => void fireEvent.change(box(), { target: { value } }))
const chosen = () => document.querySelector('output')?.textContent
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
/** What assistive technology is led to. */
const active = () => {
  const id = box().getAttribute('aria-activedescendant')
  return id ? document.getElementById(id)?.textContent?.replace(/\d+$/, '') : null
}

describe('by keyboard', () => {
  it('opens with an arrow, walks round, and chooses with Enter', async () => {
    render(<Page />)
    expect(box().getAttribute('aria-expanded')).toBe('false')
    const seen: (string | null | undefined)[] = []
    for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      await key(name)
      seen.push(active())
    }
    expect(seen).toEqual(['Ali', 'Mei', 'Siti', 'Ali', 'Siti', 'Mei'])
    await key('Enter')
    expect([chosen(), box().value, box().getAttribute('aria-expanded')]).toEqual([
      'Mei',
      'Mei',
      'false',
    ])
  })

  it('Escape closes it, and restores the text', async () => {
    render(<Page first={people[1] ?? null} />)
    await typeIn('Si')
    expect(box().value).toBe('Si')
    await key('Escape')
    expect([box().value, chosen(), options()]).toEqual(['Mei', 'Mei', []])
    expect(onSearch.mock.lastCall).toEqual([''])
  })

  it('Enter leaves a form alone while it is closed, and submits none while it is open', async () => {
    render(<Page />)
    const pressed = () => fireEvent.keyDown(box(), { key: 'Enter' })
    expect(pressed()).toBe(true)
    await key('ArrowDown')
    await act(async () => void expect(pressed()).toBe(false))
  })

  it('Enter selects nothing from the results of an earlier search', async () => {
    render(<Page outdated />)
    await typeIn('Si')
    expect(active()).toBeNull()
    await key('Enter')
    expect([chosen(), box().value]).toEqual(['nobody', 'Si'])
  })

  it('without results there is nothing to select', async () => {
    render(<Page options={[]} />)
    await typeIn('x')
    for (const name of ['ArrowDown', 'ArrowUp', 'Enter']) await key(name)
    expect([active(), chosen()]).toEqual([null, 'nobody'])
  })
})

describe('by pointer', () => {
  it('opens with a click, marks what is pointed at, and chooses it with another', async () => {
    render(<Page />)
    await act(async () => box().click())
    const [, mei] = screen.getAllByRole('option')
    await act(async () => void (mei && fireEvent.pointerMove(mei)))
    expect(active()).toBe('Mei')
    await act(async () => mei?.click())
    expect([chosen(), options()]).toEqual(['Mei', []])
  })

  it('an option does not take the focus from the box, so that typing goes on', async () => {
    render(<Page />)
    await act(async () => box().click())
    const [first] = screen.getAllByRole('option')
    expect(first && fireEvent.pointerDown(first)).toBe(false)
  })
})

describe('what is typed', () => {
  it('is searched for without surrounding blanks, from the first result on', async () => {
    render(<Page />)
    await key('ArrowDown')
    await key('ArrowDown')
    await typeIn('  si ')
    expect([onSearch.mock.lastCall, box().value, active()]).toEqual([['si'], '  si ', 'Ali'])
  })

  it.each([
    ['and not chosen goes when the box is left', 'Si', 'Mei', 'Mei'],
    ['away chooses nobody when the box is left', '  ', 'nobody', ''],
  ])('%s', async (_what, typed, who, value) => {
    render(<Page first={people[1] ?? null} />)
    await typeIn(typed)
    await act(async () => void fireEvent.blur(box()))
    expect([chosen(), box().value, options()]).toEqual([who, value, []])
    expect(onBlur).toHaveBeenCalledOnce()
  })

  it('may be as long as a name, and no longer', () => {
    render(<Page />)
    expect(box().maxLength).toBe(200)
  })
})

describe('for assistive technology', () => {
  it('the list has the name of the field, and announces the selection and the number of options', async () => {
    render(<Page first={people[2] ?? null} />)
    expect(document.querySelector('[aria-live]')?.textContent).toBe('')
    await key('ArrowDown')
    screen.getByRole('listbox', { name: 'Who' })
    const selected = screen
      .getAllByRole('option')
      .map((option) => option.getAttribute('aria-selected'))
    expect(selected).toEqual(['false', 'false', 'true'])
    expect(document.querySelector('[aria-live]')?.textContent).toBe('3 found')
    expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  })
})
