import fc from 'fast-check'
import type { InboundMessage } from '../chatbot.ts'
import { makeItem } from './make-item.ts'

/**
 * A small set of fragments, so that keywords and messages often overlap; some combine with their
 * neighbours.
 */
const anySmallText = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'A',
      ' ',
      '.',
      ',',
      '5',
      '价',
      '格',
      'ก',
      'า',
      'க',
      'ி',
      '👍',
      '🏽',
      '\u200d',
      '\u20e3',
      '\u0301',
      'ß',
      '\ud83d',
      '🇲',
    ),
    {
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(''))

const anyKeyword = fc.oneof(
  anySmallText,
  fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 }),
)

/** Up to six items with distinct ids, some linked by next actions, many of the same age. */
export const anyItems = fc
  .array(
    fc.record({
      enabled: fc.constantFrom(true, true, true, false),
      isDefault: fc.constantFrom(false, false, false, true),
      sendTo: fc.constantFrom('all', 'individual', 'group'),
      type: fc.constantFrom('message_contains_keyword', 'message_contains_whole_keyword'),
      keywords: fc.array(anyKeyword, { maxLength: 4 }),
      nextItemId: fc.constantFrom(null, 'item-0', 'item-1', 'item-2', 'item-9'),
      createdAt: fc.nat(2),
    }),
    { maxLength: 6 },
  )
  .map((items) => items.map((item, place) => makeItem({ id: `item-${place}`, ...item })))

/** Sometimes long enough to contain several keywords. */
export const anyMessage: fc.Arbitrary<InboundMessage> = fc.record({
  text: fc.array(anyKeyword, { maxLength: 6 }).map((parts) => parts.join('')),
  chat: fc.constantFrom('individual', 'group'),
})
