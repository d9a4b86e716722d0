import { expect, it } from 'vitest'
import { newValues } from '../item-form-values.ts'
import { storedFile } from '../testing/items.ts'
import { attachmentOfDraft, draftOf, ItemDraft, valuesOfDraft } from './item-draft.ts'

const secret = 'Bearer of-the-shop'
const apiRest = {
  method: 'GET' as const,
  url: 'https://shop.example/price',
  headers: [{ name: 'Authorization', value: secret }],
  body: '',
  fields: [],
  fallbackText: '',
}
const values = {
  ...newValues('n1'),
  name: 'Harga',
  keywords: { words: ['harga'], typing: 'pri' },
  apiRest,
}
const NONE = { kind: 'none' } as const

it('restores a draft except its API configuration', () => {
  const stored = JSON.stringify(draftOf(values, NONE, true))
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain('shop.example')
  const draft = ItemDraft.parse(JSON.parse(stored))
  expect(draft.apiRestLost).toBe(true)
  expect(valuesOfDraft(draft, newValues('n1'), 'n1')).toEqual({ ...values, apiRest: null })
})

it('keeps the number of the address', () => {
  const draft = draftOf(values, NONE, false)
  expect(valuesOfDraft(draft, newValues('n2'), 'n2').deviceId).toBe('n2')
  expect(valuesOfDraft(draft, newValues(''), '').deviceId).toBe('n1')
})

it('stores only the name of a chosen file', () => {
  const file = new File(['x'], 'menu.png')
  const draft = draftOf(values, { kind: 'upload', file }, false)
  expect(draft.fileName).toBe('menu.png')
  expect(attachmentOfDraft(draft, NONE)).toEqual(NONE)
})

it.each([
  ['kept', { kind: 'kept', file: storedFile }, { kind: 'kept', file: storedFile }],
  ['kept', NONE, NONE],
  ['none', { kind: 'kept', file: storedFile }, NONE],
  ['upload', { kind: 'kept', file: storedFile }, NONE],
] as const)('a file that was %s, where the form begins with %o', (attachment, start, expected) => {
  const draft = { ...draftOf(values, NONE, false), attachment }
  expect(attachmentOfDraft(draft, start)).toEqual(expected)
})

it.each([
  ['a choice that is none any more', { sendTo: 'everybody' }],
  ['a field that is missing', { keywords: undefined }],
  ['keywords of another shape', { keywords: ['harga'] }],
  ['a delay that is a number', { presenceDelayTime: 4 }],
])('a draft with %s is none', (_what, wrong) => {
  const draft = JSON.parse(JSON.stringify(draftOf(values, NONE, false)))
  expect(ItemDraft.safeParse(draft).success).toBe(true)
  Object.assign(draft.values, wrong)
  expect(ItemDraft.safeParse(draft).success).toBe(false)
})

it('starts fields that the draft lacks as the form does', () => {
  const draft = draftOf(values, NONE, false)
  const start = { ...newValues('n1'), apiRest, added: 'later' }
  expect(valuesOfDraft(draft, start, 'n1')).toMatchObject({
    added: 'later',
    apiRest,
    name: 'Harga',
  })
})
