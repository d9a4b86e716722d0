// @vitest-environment jsdom
import { CAPTION_MAX_LENGTH } from '@kirim/contract/limits'
import { parseTemplate } from '@kirim/message-template/parse'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import type { ShownMedia } from '#shared/media/shown-media.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { fill, press, pressEscape, pressKey, stubLayout } from '#shared/testing/user.ts'
import { Field } from '#shared/ui/field.tsx'
import { EMOJI, OpenedEmojiPicker } from './emoji-grid.tsx'
import { MessageEditor } from './message-editor.tsx'
import { PreviewChat, type PreviewProps } from './preview-chat.tsx'
import { offeredTokens } from './tokens.ts'

beforeEach(stubLayout)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

function Editor({ initial = '', apiFields = [] }: { initial?: string; apiFields?: string[] }) {
  const [value, setValue] = useState(initial)
  return (
    <Field label="Message" error={value.includes('bad') ? 'It is bad.' : undefined}>
      <MessageEditor
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        apiFields={apiFields}
      />
    </Field>
  )
}
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
const select = (from: number, to = from) => box().setSelectionRange(from, to)
const problems = () =>
  [...document.querySelectorAll('ul[aria-live=polite] li')].map(({ textContent }) => textContent)
/** The words that are underlined in the copy behind the text. */
const underlined = () =>
  [...document.querySelectorAll('[aria-hidden=true] > .underline')].map((part) => part.textContent)

describe('the offered tokens', () => {
  it('are valid: none is reported as a problem', () => {
    for (const { token } of offeredTokens({ apiFields: ['price'], contactFields: [] })) {
      expect(parseTemplate(token).problems).toEqual([])
    }
  })

  it('have the fields of an API answer last, and a Malay meaning each', async () => {
    await i18n.changeLanguage('ms')
    const tokens = offeredTokens({
      apiFields: ['price', 'stock'],
      contactFields: [{ id: 'f', key: 'city', label: 'City' }],
    })
    expect(tokens.slice(-2).map(({ token }) => token)).toEqual(['[api.price]', '[api.stock]'])
    expect(tokens.filter(({ meaning }) => !i18n.exists(meaning))).toEqual([])
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(tokens.length)
  })
})

describe('the toolbar', () => {
  it.each([
    ['a placeholder at the end', 'Hai ', [4, 4], /^\[name\]:/, 'Hai [name]'],
    ['one in the place of words', 'Hai you', [4, 7], /^\[name\]:/, 'Hai [name]'],
    ['a choice around words', 'Hai you', [0, 3], /^\{A\|B\|C\}:/, '{Hai|} you'],
    ['a format around words', 'Hai you', [4, 7], 'Bold', 'Hai *you*'],
    ['a format taken away', 'Hai *you*', [5, 8], 'Bold', 'Hai you'],
  ] as const)('inserts %s', async (_what, initial, [from, to], button, text) => {
    renderPage(<Editor initial={initial} />)
    select(from, to)
    await press(button)
    expect(box().value).toBe(text)
  })

  it('describes each of its tokens', () => {
    renderPage(<Editor apiFields={['price']} />)
    const toolbar = within(screen.getByRole('toolbar', { name: 'Insert and format' }))
    toolbar.getByRole('button', { name: "[api.price]: A field from your API's answer" })
    toolbar.getByRole('button', { name: "[name]: The contact's name in your list" })
  })

  it('is one Tab stop with arrow key navigation', async () => {
    renderPage(<Editor />)
    const buttons = within(screen.getByRole('toolbar')).getAllByRole('button')
    act(() => buttons[0]?.focus())
    expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toEqual([buttons[0]])
    if (buttons[0]) await pressKey(buttons[0], 'ArrowRight')
    await waitFor(() => expect(document.activeElement).toBe(buttons[1]))
    expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toEqual([buttons[1]])
  })

  it.each([
    ['fits to the last letter', CAPTION_MAX_LENGTH - '[name]'.length, '[name]'],
    ['would be one letter too long', CAPTION_MAX_LENGTH - '[name]'.length + 1, ''],
  ])('inserts what %s, and nothing else', async (_what, length, added) => {
    const text = 'x'.repeat(length)
    renderPage(<Editor initial={text} />)
    select(length)
    await press(/^\[name\]:/)
    expect(box().value).toBe(text + added)
  })
})

describe('below the text', () => {
  it.each([
    ['en', '', 'Same text for everyone', '0 of 10,000 characters'],
    ['en', 'Hai {a|b} {c|d}', '4 combinations from {…|…}', '15 of 10,000 characters'],
    [
      'en',
      '{a|b|c|d|e|f|g|h|i|j}'.repeat(6),
      '1,000,000 combinations from {…|…}',
      '126 of 10,000 characters',
    ],
    [
      'en',
      '{a|b|c|d|e|f|g|h|i|j}'.repeat(7),
      'Over 1,000,000 combinations from {…|…}',
      '147 of 10,000 characters',
    ],
    ['ms', '{a|b}', '2 gabungan daripada {…|…}', '5 daripada 10,000 aksara'],
  ])('in %s, %s counts as %s, %s', async (language, text, wordings, characters) => {
    await i18n.changeLanguage(language)
    renderPage(<Editor initial={text} />)
    screen.getByText(wordings)
    screen.getByText(characters)
  })

  it.each([
    ['Hai [nama]', ['[nama] is not a placeholder and is sent as written.'], ['[nama]']],
    [
      'Hai [name|{a|b}]',
      [
        'The fallback after [name| is not valid. Use one line of at most 200 characters, without brackets, braces or backslashes.',
      ],
      ['[name|'],
    ],
    ['Hai {a|b', ['{a has no closing brace and is sent as written.'], ['{a']],
    ['Hai [name', ['[name has no closing bracket and is sent as written.'], ['[name']],
    ['Hai [name]', [], []],
  ])('%s is reported as %j and underlined', (text, sentences, words) => {
    renderPage(<Editor initial={text} />)
    expect([problems(), underlined()]).toEqual([sentences, words])
  })

  it.each([
    [5, 5, undefined],
    [6, 6, 'And 1 more.'],
    [1200, 6, 'And 1,195 more.'],
  ])('%i problems take %i lines', (n, lines, last) => {
    renderPage(<Editor initial={'[x]'.repeat(n)} />)
    const said = problems()
    expect(said).toHaveLength(lines)
    if (last) expect(said.at(-1)).toBe(last)
  })

  it('disappears as soon as it is fixed', async () => {
    renderPage(<Editor initial="[nama]" />)
    await fill('Message', '[name]')
    expect([problems(), underlined()]).toEqual([[], []])
  })

  it('the form’s error is connected to the textarea', async () => {
    renderPage(<Editor />)
    await fill('Message', 'bad')
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'It is bad.',
    )
  })
})

describe('the emoji', () => {
  const onPick = vi.fn()
  const onClosed = vi.fn()
  beforeEach(() => {
    onPick.mockReset()
    onClosed.mockReset()
  })
  const open = () => {
    renderPage(
      <OpenedEmojiPicker onPick={onPick} onClosed={onClosed}>
        <button type="button">Emoji</button>
      </OpenedEmojiPicker>,
    )
    const grid = within(screen.getByRole('dialog', { name: 'Emoji' }))
    return { grid, buttons: grid.getAllByRole('button') }
  }

  it('are listed once each, in their groups', () => {
    const { grid, buttons } = open()
    const groups = Object.keys(EMOJI).map((group) => grid.getByRole('region', { name: group }))
    expect(groups).toHaveLength(Object.keys(EMOJI).length)
    expect(buttons.map(({ textContent }) => textContent)).toEqual(Object.values(EMOJI).flat())
    expect(new Set(Object.values(EMOJI).flat()).size).toBe(buttons.length)
  })

  it('are navigated with the arrow keys, which stop at the ends', async () => {
    const { buttons } = open()
    const last = buttons.length - 1
    const walk: [from: number, key: string, to: number][] = [
      [0, 'ArrowRight', 1],
      [1, 'ArrowLeft', 0],
      [0, 'ArrowLeft', 0],
      [0, 'ArrowDown', 8],
      [8, 'ArrowUp', 0],
      [3, 'ArrowUp', 0],
      [last, 'ArrowRight', last],
      [last - 3, 'ArrowDown', last],
      [4, 'a', 4],
    ]
    for (const [from, key, to] of walk) {
      act(() => buttons[from]?.focus())
      await pressKey(document.activeElement ?? document.body, key)
      expect([from, key, buttons.indexOf(document.activeElement as HTMLButtonElement)]).toEqual([
        from,
        key,
        to,
      ])
    }
  })

  it('close after a choice and return the focus to the text', async () => {
    open()
    await press('🎉')
    expect(onPick.mock.calls).toEqual([['🎉']])
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(onClosed).toHaveBeenCalledOnce())
  })

  it('return the focus to their button when closed without a choice', async () => {
    open()
    await pressEscape()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Emoji')))
    expect([onPick.mock.calls.length, onClosed.mock.calls.length]).toEqual([0, 0])
  })
})

describe('the preview', () => {
  const preview: PreviewProps = {
    numberName: 'Kedai',
    setting: { timeZone: 'Asia/Kuala_Lumpur', locale: 'en', meWaName: 'Kedai Kopi' },
    text: 'Hai [name]',
    media: [],
    moment: Date.UTC(2026, 10, 21, 3),
    empty: 'Write something.',
  }
  const show = (given: Partial<PreviewProps> = {}) =>
    renderPage(<PreviewChat {...preview} {...given} className="" />)
  const chat = () => screen.getByRole('region', { name: 'Message preview' })
  const picture = (id: string): ShownMedia => ({
    id,
    name: `${id}.png`,
    type: 'image/png',
    src: `/${id}`,
  })

  it('shows the message as one recipient will see it, and then as the next', async () => {
    const people = [
      { name: 'Ali', phoneNumber: '601' },
      { name: '', phoneNumber: '602' },
    ]
    show({ people })
    const seen: string[] = []
    for (const as of ['As Ali will see it', 'As 602 will see it', 'As Ali will see it']) {
      screen.getByText(as)
      seen.push(chat().querySelector('span')?.textContent?.trim() ?? '')
      await press('Show another')
    }
    expect(seen).toEqual(['Hai Ali', 'Hai', 'Hai Ali'])
  })

  it('uses a fictional contact while there is none', () => {
    show({ people: [] })
    screen.getByText(/^Example: as .+ would see it$/)
  })

  it.each([
    ['nothing', {}, 'Write something.'],
    ['a link alone', { link: 'https://k.example' }, 'https://k.example'],
    ['blanks below a text', { text: 'Hai', link: '' }, 'Hai'],
    ['a link below a text', { text: 'Hai', link: 'https://k.example' }, 'Hai\n\nhttps://k.example'],
  ])('of %s is %j', (_what, given, shown) => {
    show({ text: '', ...given })
    expect(chat().textContent?.startsWith(shown)).toBe(true)
  })

  it('has the text with the first file only', () => {
    show({ text: 'Menu', media: [picture('a'), picture('b')] })
    expect(within(chat()).getAllByRole('img', { name: /png$/ })).toHaveLength(2)
    expect(within(chat()).getAllByText('Menu')).toHaveLength(1)
  })

  it('has a name for a number that is not selected yet, in Malay too', async () => {
    await i18n.changeLanguage('ms')
    show({ numberName: '' })
    screen.getByText(i18n.t('Your number'))
    expect(screen.queryByText('Your number')).toBeNull()
  })
})
