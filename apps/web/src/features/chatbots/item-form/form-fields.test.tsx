// @vitest-environment jsdom
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { stubObjectUrls } from '#shared/testing/object-urls.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { choose, fill, press, pressKey, stubLayout } from '#shared/testing/user.ts'
import { type Attachment, type ItemFormValues, newValues, problemsOf } from '../item-form-values.ts'
import { listedItemOf, numberOf, storedFile } from '../testing/items.ts'
import { AttachmentField } from './attachment-field.tsx'
import { BehaviourSection } from './behaviour-section.tsx'
import { ItemSection } from './item-section.tsx'
import { KeywordsField, TriggerSection } from './trigger-section.tsx'

const ITEMS = 'GET /ai-chatbot/d1/campaigns'

beforeEach(() => {
  stubLayout()
  stubObjectUrls()
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

function show(fields: ReactNode, values: Partial<ItemFormValues> = {}) {
  function Form() {
    const form = useForm<ItemFormValues>({
      defaultValues: { ...newValues('d1'), name: 'Hours', captionAi: 'Hai', ...values },
      resolver: problemResolver(problemsOf),
    })
    return (
      <FormProvider {...form}>
        <form onSubmit={form.handleSubmit(() => undefined)}>
          {fields}
          <button type="submit">Save</button>
        </form>
        <pre>{JSON.stringify(form.watch())}</pre>
      </FormProvider>
    )
  }
  return renderPage(<Form />)
}

const formValues = (): ItemFormValues =>
  JSON.parse(document.querySelector('pre')?.textContent ?? '')
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const noteOf = (field: Element) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

describe('keywords', () => {
  const words = () => formValues().keywords.words

  it('are finished with Enter, a comma or by going on, and saved once each', async () => {
    show(<KeywordsField />)
    await fill('Keywords', 'buka')
    await pressKey(box('Keywords'), 'Enter')
    await fill('Keywords', 'jam berapa,')
    await fill('Keywords', 'buka')
    await act(async () => fireEvent.blur(box('Keywords')))
    expect(formValues().keywords).toEqual({ words: ['buka', 'jam berapa'], typing: '' })
  })

  it('the last comes back into the box with Backspace, never while something is typed', async () => {
    show(<KeywordsField />, { keywords: { words: ['satu', 'dua'], typing: '' } })
    await pressKey(box('Keywords'), 'Backspace')
    expect(formValues().keywords).toEqual({ words: ['satu'], typing: 'dua' })
    await pressKey(box('Keywords'), 'Backspace')
    expect(formValues().keywords).toEqual({ words: ['satu'], typing: 'dua' })
  })

  it('Enter in an empty box is the form’s own, and one that ends a word of another script is not', async () => {
    show(<KeywordsField />, { keywords: { words: [], typing: '' } })
    expect(fireEvent.keyDown(box('Keywords'), { key: 'Enter' })).toBe(true)
    await fill('Keywords', 'にほん')
    await act(async () => {
      fireEvent.keyDown(box('Keywords'), { key: 'Enter', isComposing: true })
    })
    expect(words()).toEqual([])
    expect(fireEvent.keyDown(box('Keywords'), { key: 'Enter' })).toBe(false)
  })

  it('each is taken away by its name, and the box has the focus again', async () => {
    show(<KeywordsField />, { keywords: { words: ['satu', 'dua'], typing: 'ti' } })
    await press('Remove satu')
    expect(formValues().keywords).toEqual({ words: ['dua'], typing: 'ti' })
    expect(document.activeElement).toBe(box('Keywords'))
  })

  it.each([
    [100, 'x', undefined],
    [101, 'x', 'Use at most 100 keywords.'],
    [1, 'x'.repeat(200), undefined],
    [1, 'x'.repeat(201), 'A keyword may have at most 200 characters.'],
  ])('%i of them, of %j and more: %s', async (count, stem, problem) => {
    const many = Array.from({ length: count }, (_, n) => (count === 1 ? stem : `${stem}${n}`))
    show(<KeywordsField />, { keywords: { words: many, typing: '' } })
    await press('Save')
    expect(box('Keywords').getAttribute('aria-invalid')).toBe(problem ? 'true' : null)
    if (problem) expect(noteOf(box('Keywords'))).toBe(problem)
  })
})

describe('the delay', () => {
  beforeEach(() => void fakeApi({ [ITEMS]: ok([]) }))
  const LABEL = 'Presence delay'

  it.each([
    ['', '0', 'Up to 25 s.'],
    ['25', '25', 'Up to 25 s.'],
    ['26', '25', 'Up to 25 s.'],
    ['2.5', '2.5', 'Enter whole seconds, from 0 to 25.'],
    ['-1', '-1', 'Enter whole seconds, from 0 to 25.'],
  ])('typed as %j and left holds %j and says %s', async (typed, keptFile, note) => {
    show(<BehaviourSection itemId={null} />, { presenceDelayTime: '4' })
    await fill(LABEL, typed)
    await act(async () => fireEvent.blur(box(LABEL)))
    expect([formValues().presenceDelayTime, noteOf(box(LABEL))]).toEqual([keptFile, note])
  })

  it('is said in Malay, and an API that is not configured is asked for', async () => {
    await i18n.changeLanguage('ms')
    show(<BehaviourSection itemId={null} />, { apiRestDataStatus: 'enabled' })
    expect(noteOf(box(i18n.t(LABEL)))).toBe(i18n.t('Up to {max} s.', { max: 25 }))
    await press('Save')
    const problem = i18n.t('Configure the API, or choose Disabled.')
    expect(problem).not.toContain('Configure')
    screen.getByText(problem)
  })

  it('an API can be configured only while it is called', async () => {
    show(<BehaviourSection itemId={null} />)
    const configure = screen.getByRole<HTMLButtonElement>('button', { name: 'Configure API' })
    expect(configure.disabled).toBe(true)
    await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Enabled' })))
    expect(configure.disabled).toBe(false)
  })
})

describe('what triggers an item', () => {
  const NOTE = "Without keywords, this item answers only as another item's next bot action."

  it.each<[Partial<ItemFormValues>, boolean]>([
    [{}, true],
    [{ keywords: { words: [], typing: '  ' } }, true],
    [{ keywords: { words: [], typing: 'b' } }, false],
    [{ keywords: { words: ['buka'], typing: '' } }, false],
    [{ isNotMatchDefaultResponse: 'yes' }, false],
  ])('of %o says that nothing leads to it: %s', (values, said) => {
    fakeApi({ [ITEMS]: ok([]) })
    show(<TriggerSection itemId={null} />, values)
    expect(screen.queryByText(NOTE) !== null).toBe(said)
  })

  it('offers other items as next action, with disabled ones marked', async () => {
    fakeApi({
      [ITEMS]: ok([
        listedItemOf({ _id: 'c1', name: 'Self' }),
        listedItemOf({ _id: 'c2', name: 'Menu', status: 'Disabled' }),
      ]),
    })
    show(<TriggerSection itemId="c1" />, { nextBotAction: 'gone' })
    const field = screen.getByRole('combobox', { name: 'Next bot action' })
    expect(field.textContent).toBe('None')
    await pressKey(field, 'Enter')
    await screen.findByRole('option', { name: /Menu/ })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'None',
      'Menu (disabled)',
    ])
  })
})

describe('whose item it is', () => {
  const numbers = [numberOf(), numberOf({ id: 'd2', name: '', number: '60999' })]

  it('clears the next action when the number changes', async () => {
    show(<ItemSection numbers={numbers} fixed={false} />, { nextBotAction: 'c9' })
    await choose('Number', /60999/)
    expect(formValues()).toMatchObject({ deviceId: 'd2', nextBotAction: '' })
    screen.getByText('60999', { selector: 'p' })
  })

  it.each([
    ['d1', 'Kedai, 60123456701'],
    ['d2', '60999'],
    ['d9', 'd9'],
  ])('%s, fixed by the address, is called %s and cannot be chosen', (deviceId, text) => {
    show(<ItemSection numbers={numbers} fixed />, { deviceId })
    screen.getByText(text, { selector: 'p' })
    expect(screen.queryByRole('combobox', { name: 'Number' })).toBeNull()
  })

  it('asks for a number at its field', async () => {
    show(<ItemSection numbers={numbers} fixed={false} />, { deviceId: '' })
    await press('Save')
    const field = screen.getByRole('combobox', { name: 'Number' })
    expect(noteOf(field)).toMatch(/^Device ID is required\./)
  })
})

describe('the attached file', () => {
  const onAttachment = vi.fn()
  afterEach(() => void onAttachment.mockReset())

  function Probe({ start }: { start: Attachment }) {
    const [attachment, setAttachment] = useState(start)
    const change = (next: Attachment) => {
      onAttachment(next.kind)
      setAttachment(next)
    }
    return <AttachmentField attachment={attachment} onAttachment={change} />
  }
  const kept: Attachment = { kind: 'kept', file: storedFile }
  const file = (name: string, type: string, size: number) =>
    Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
  const pick = (picked: File) =>
    act(async () =>
      fireEvent.change(screen.getByLabelText('Media file'), { target: { files: [picked] } }),
    )

  it.each([
    ['a.png', 'image/png', MEDIA_MAX_BYTES, undefined],
    ['a.png', 'image/png', MEDIA_MAX_BYTES + 1, 'File size exceeds the 10MB limit.'],
    ['a.exe', 'application/x-msdownload', 1, 'Only image or video files are allowed.'],
  ])('%s (%s, %i bytes) in place of another one: %s', async (name, type, size, problem) => {
    renderPage(<Probe start={kept} />)
    await pick(file(name, type, size))
    expect(onAttachment.mock.calls).toEqual(problem ? [] : [['upload']])
    screen.getByText(problem ? 'menu.png' : 'a.png')
    if (problem) expect(noteOf(screen.getByLabelText('Media file'))).toBe(problem)
  })

  it('can be removed, which also clears its problem', async () => {
    renderPage(<Probe start={kept} />)
    await pick(file('a.txt', 'text/plain', 1))
    await press(/^Remove/)
    expect(onAttachment.mock.calls).toEqual([['none']])
    expect(screen.queryByText('menu.png')).toBeNull()
    expect(screen.getByLabelText('Media file').getAttribute('aria-invalid')).toBeNull()
  })
})
