import type { ListedChatbotItem } from '@kirim/contract/chatbots'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrangeRows } from '#shared/list/list-view.ts'
import { editAddress, itemsAddress, newItemAddress, responsesAddress } from '../addresses.ts'
import { numberShape } from '../numbers/numbers-page.tsx'
import { listedItemOf, numberOf } from '../testing/items.ts'
import { featuresOf, inAnswerOrder, itemShape } from './item-list.ts'

describe('the order in which items answer', () => {
  const items = fc.array(
    fc.record({ isDefault: fc.boolean(), keywordCount: fc.integer({ min: 0, max: 2 }) }),
  )
  const isLast = ({ isDefault, keywordCount }: ListedChatbotItem) => isDefault && keywordCount === 0

  it('keeps all items, with pure defaults last in their order', () => {
    fc.assert(
      fc.property(items, (given) => {
        const list = given.map((item, index) => listedItemOf({ ...item, _id: String(index) }))
        const ordered = inAnswerOrder(list)
        expect(ordered).toEqual([
          ...list.filter((item) => !isLast(item)),
          ...list.filter((item) => isLast(item)),
        ])
        expect(inAnswerOrder(ordered)).toEqual(ordered)
      }),
    )
  })
})

it.each([
  ['status', false, ['b', 'a', 'c']],
  ['status', true, ['a', 'c', 'b']],
  ['lastEdited', false, ['c', 'a', 'b']],
  ['name', false, ['b', 'c', 'a']],
] as const)('sorted by %s, descending: %s', (by, descending, ids) => {
  const list = [
    listedItemOf({
      _id: 'a',
      name: 'item 10',
      status: 'Disabled',
      lastEdited: '2026-02-01T00:00:00Z',
    }),
    listedItemOf({
      _id: 'b',
      name: 'Item 2',
      status: 'Enabled',
      lastEdited: '2026-03-01T00:00:00Z',
    }),
    listedItemOf({
      _id: 'c',
      name: 'item 9',
      status: 'Disabled',
      lastEdited: '2026-01-01T00:00:00Z',
    }),
  ]
  const sorted = arrangeRows(list, itemShape, '', { by, descending }, 'en')
  expect(sorted.map(({ _id }) => _id)).toEqual(ids)
})

it.each([
  [{}, []],
  [{ link: true }, ['- Link Included']],
  [{ useAI: true, media: true, link: true }, ['- AI Reply', '- Media Attached', '- Link Included']],
])('the features of %o are %j [2.ai-list.features]', (given, features) => {
  expect(featuresOf(listedItemOf(given))).toEqual(features)
})

it.each([
  ['+60123456701', true],
  ['60123456701', true],
  ['kedai 60123', true],
  ['kedai 60999', false],
  ['+123', false],
])('a search for %j finds the number: %s', (search, found) => {
  expect(arrangeRows([numberOf()], numberShape, search, null, 'en').length > 0).toBe(found)
})

it.each([
  [itemsAddress('a/b'), '/ai-chatbot/a%2Fb/campaigns'],
  [newItemAddress('a?b'), '/ai-chatbot/a%3Fb/campaigns/create?type=ai_chatbot'],
  [editAddress('a b', 'c#d'), '/ai-chatbot/a%20b/campaigns/c%23d/edit'],
  [responsesAddress('ä'), '/ai-chatbot/%C3%A4/responses'],
])('%s', (address, expected) => {
  expect(address).toBe(expected)
})
