import { expect, it } from 'vitest'
import { newValues } from './form-values.ts'
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

it('an item kept in the tab comes back as it was, but for what it calls', () => {
  const stored = JSON.stringify(draftOf(values, NONE, true))
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain('shop.example')
  const draft = ItemDraft.parse(JSON.parse(stored))
  expect(draft.apiRestLost).toBe(true)
  expect(valuesOfDraft(draft, newValues('n1'), 'n1')).toEqual({ ...values, apiRest: null })
})

it('keeps to the number of the address', () => {
  const draft = draftOf(values, NONE, false)
  expect(valuesOfDraft(draft, newValues('n2'), 'n2').deviceId).toBe('n2')
  expect(valuesOfDraft(draft, newValues(''), '').deviceId).toBe('n1')
})

it('of a chosen file only the name is kept', () => {
  const file = new File(['x'], 'menu.png')
  const draft = draftOf(values, { kind: 'upload', file }, false)
  expect(draft.fileName).toBe('menu.png')
  expect(attachmentOfDraft(draft, NONE)).toEqual(NONE)
})
