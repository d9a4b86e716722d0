// @vitest-environment jsdom
import {
  act,
  cleanup,
  createEvent,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { chooseFiles, press, pressKey, stubLayout } from '#shared/testing/user.ts'
import { Field } from './field.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileRow } from './file-row.tsx'
import { Input } from './input.tsx'
import { PasswordInput } from './password-input.tsx'
import { UploadProgress } from './progress.tsx'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { Textarea } from './textarea.tsx'

beforeEach(stubLayout)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

const nothing = () => undefined
const options = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
]

describe('a field', () => {
  const controls: [string, ReactNode, string][] = [
    ['a box', <Input key="1" />, 'textbox'],
    ['a box with an icon', <Input key="2" leading={<i />} trailing={<b />} />, 'textbox'],
    ['a text', <Textarea key="3" />, 'textbox'],
    ['a select', <Select key="4" value="" onValueChange={nothing} options={options} />, 'combobox'],
    [
      'a choice',
      <Segmented key="5" value="a" onValueChange={nothing} options={options} />,
      'radiogroup',
    ],
  ]

  it.each(controls)(
    'names %s, and says its hint and its problem with it',
    (_what, control, role) => {
      const field = (error?: string) => (
        <Field label="Name" hint="As on the card." error={error}>
          {control}
        </Field>
      )
      const { rerender } = render(field())
      const found = () => screen.getByRole(role, { name: 'Name' })
      const description = () =>
        document.getElementById(found().getAttribute('aria-describedby') ?? '')?.textContent
      expect([found().getAttribute('aria-invalid'), description()]).toEqual([
        null,
        'As on the card.',
      ])
      rerender(field('It is needed.'))
      expect([found().getAttribute('aria-invalid'), description()]).toEqual([
        'true',
        'It is needed.',
      ])
      expect(screen.queryByText('As on the card.')).toBeNull()
    },
  )

  it('without a hint describes nothing', () => {
    render(
      <Field label="Name">
        <Input />
      </Field>,
    )
    expect(screen.getByLabelText('Name').hasAttribute('aria-describedby')).toBe(false)
  })

  it('that may be left empty says so in the chosen language, unless something stands there', async () => {
    await i18n.changeLanguage('ms')
    const { rerender } = render(
      <Field label="Name" optional>
        <Input />
      </Field>,
    )
    screen.getByText(i18n.t('Optional'))
    rerender(
      <Field label="Name" optional aside={<a href="/help">Help</a>}>
        <Input />
      </Field>,
    )
    screen.getByText('Help')
    expect(screen.queryByText(i18n.t('Optional'))).toBeNull()
  })

  it('a control outside of one goes by its own name', () => {
    render(<Input aria-label="Alone" />)
    expect(screen.getByRole('textbox', { name: 'Alone' }).id).toBe('')
  })
})

describe('a place to drop files', () => {
  const onFiles = vi.fn()
  beforeEach(() => onFiles.mockReset())
  const [one, two] = [new File(['1'], '1.png'), new File(['2'], '2.png')]
  const place = (props: { multiple?: boolean; disabled?: boolean } = {}) => {
    render(
      <FileDrop accept="image/*" aria-label="Files" onFiles={onFiles} {...props}>
        Drop here
      </FileDrop>,
    )
    return screen.getByText('Drop here')
  }
  const names = () => onFiles.mock.calls.map(([files]) => files.map(({ name }: File) => name))
  const dropped = (files: File[]) => ({ dataTransfer: { files } })

  it.each([
    ['one of several', {}, [['1.png']]],
    ['several', { multiple: true }, [['1.png', '2.png']]],
    ['none while it is off', { multiple: true, disabled: true }, []],
  ])('takes %s, dropped or chosen', async (_what, props, taken) => {
    const label = place(props)
    fireEvent.drop(label, dropped([one, two]))
    expect(names()).toEqual(taken)
    onFiles.mockReset()
    await chooseFiles('Files', one, two)
    expect(names()).toEqual(taken)
  })

  it('ignores a drop without files and a cancelled file dialog', async () => {
    fireEvent.drop(place(), dropped([]))
    await chooseFiles('Files')
    expect(onFiles).not.toHaveBeenCalled()
  })

  it('takes the same file a second time', async () => {
    // A browser tells of no change to the same file, unless the box was emptied meanwhile.
    const emptied = vi.spyOn(HTMLInputElement.prototype, 'value', 'set')
    place()
    await chooseFiles('Files', one)
    expect(emptied.mock.calls).toEqual([['']])
    emptied.mockRestore()
    await chooseFiles('Files', one)
    expect(names()).toEqual([['1.png'], ['1.png']])
  })

  it('highlights a dragged file and prevents the browser from opening it', () => {
    const label = place()
    const isMarked = () => label.className.includes('border-solid')
    const over = createEvent.dragOver(label)
    fireEvent(label, over)
    expect([over.defaultPrevented, isMarked()]).toEqual([true, true])
    fireEvent.dragLeave(label)
    expect(isMarked()).toBe(false)
    fireEvent.dragOver(label)
    const drop = createEvent.drop(label, dropped([one]))
    fireEvent(label, drop)
    expect([drop.defaultPrevented, isMarked()]).toEqual([true, false])
  })

  it('does not highlight a dragged file while disabled', () => {
    const label = place({ disabled: true })
    fireEvent.dragOver(label)
    expect(label.className.includes('border-solid')).toBe(false)
  })
})

describe('a chosen file', () => {
  it.each([
    ['en', '812 bytes', 812],
    ['ms', '2.4 MB', 2.4 * 1024 ** 2],
  ])(
    'in %s shows its size as %s, has its name as tooltip, and can be removed',
    async (language, size, bytes) => {
      await i18n.changeLanguage(language)
      const onRemove = vi.fn()
      const name = `${'menu '.repeat(40)}.png`
      const { rerender } = render(
        <FileRow picture={null} name={name} bytes={bytes} onRemove={onRemove} />,
      )
      screen.getByText(size)
      expect(screen.getByTitle(/menu/).title).toBe(name)
      await press(i18n.t('Remove {name}', { name }))
      expect(onRemove).toHaveBeenCalledOnce()
      rerender(<FileRow picture={null} name={name} bytes={bytes} busy onRemove={onRemove} />)
      expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
    },
  )

  it.each([
    [0, '0'],
    [0.004, '0'],
    [0.005, '1'],
    [0.994, '99'],
    [1, '100'],
  ])('%f uploaded: %s per cent', (fraction, percent) => {
    render(<UploadProgress fraction={fraction} label="Upload" />)
    const bar = screen.getByRole('progressbar', { name: 'Upload' })
    expect(bar.getAttribute('aria-valuenow')).toBe(percent)
    screen.getByText(`${percent}%`)
  })
})

describe('a password', () => {
  it('cannot be shown while disabled', () => {
    render(<PasswordInput aria-label="Password" disabled />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show password' }).disabled).toBe(
      true,
    )
  })
})

describe('a choice of a few', () => {
  it('is made by keyboard, but not while disabled', async () => {
    const onValueChange = vi.fn()
    const choice = (disabled: boolean) => (
      <Segmented
        aria-label="Which"
        value="a"
        onValueChange={onValueChange}
        options={options}
        disabled={disabled}
      />
    )
    const { rerender } = render(choice(false))
    const first = screen.getByRole('radio', { name: 'First' })
    act(() => first.focus())
    await pressKey(first, 'ArrowRight')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Second' })),
    )
    await act(async () => screen.getByRole('radio', { name: 'Second' }).click())
    expect(onValueChange.mock.lastCall).toEqual(['b'])
    onValueChange.mockReset()
    rerender(choice(true))
    await act(async () => screen.getByRole('radio', { name: 'Second' }).click())
    expect(onValueChange).not.toHaveBeenCalled()
  })

  it('on a phone may be a select of the same name', () => {
    render(
      <Segmented
        aria-label="Which"
        value="b"
        onValueChange={nothing}
        options={options}
        selectOnPhone
      />,
    )
    expect(screen.getByRole('combobox', { name: 'Which' }).textContent).toBe('Second')
    screen.getByRole('radiogroup', { name: 'Which' })
  })
})

describe('a select', () => {
  const show = () => {
    render(
      <Select
        aria-label="Which"
        value=""
        onValueChange={nothing}
        options={options}
        placeholder="Choose"
      />,
    )
    return screen.getByRole('combobox', { name: 'Which' })
  }
  const isOpen = () => screen.queryByRole('listbox') !== null

  it.each([
    ['Enter', {}, true],
    ['ArrowDown', {}, true],
    ['ArrowUp', {}, true],
    ['Tab', {}, false],
    ['Escape', {}, false],
    ['a', { ctrlKey: true }, false],
    ['a', { metaKey: true }, false],
    ['ArrowDown', { altKey: true }, false],
  ])('is opened by %s with %j: %s', async (key, modifiers, opens) => {
    const box = show()
    await act(async () => void fireEvent.keyDown(box, { key, ...modifiers }))
    expect(isOpen()).toBe(opens)
  })

  it('shows its placeholder while nothing is chosen', () => {
    expect(show().textContent).toBe('Choose')
  })
})
