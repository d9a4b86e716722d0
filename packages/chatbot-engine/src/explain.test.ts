import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chatbot, compileChatbot, decide, type InboundMessage } from './chatbot.ts'
import type { ChatbotItem } from './chatbot-item.ts'
import { explain } from './explain.ts'
import { anyItems, anyMessage } from './testing/arbitraries.ts'
import { makeItem } from './testing/make-item.ts'

const WHOLE = 'message_contains_whole_keyword'
const MESSAGE = { text: 'Berapa harga 👩🏽‍💻?', chat: 'individual' } as const
const winner = makeItem({ id: 'winner', keywords: ['x', 'HARGA'], createdAt: 5 })
const wholeWinner = makeItem({ ...winner, type: WHOLE })
const fallback = makeItem({ id: 'winner', isDefault: true, createdAt: 5 })

const explainDecision = (chatbot: Chatbot, message: InboundMessage) =>
  explain(chatbot, message, decide(chatbot, message))

/** The outcome of an item that competes with `other`. */
function outcomeOf(fields: Partial<ChatbotItem>, other: ChatbotItem) {
  const chatbot = compileChatbot([makeItem({ id: 'asked', ...fields }), other], { enabled: true })
  const [outcome] = explainDecision(chatbot, MESSAGE)
  return outcome
}

test.each([
  [{ keywords: ['berapa harga'] }, winner, { code: 'fired', keyword: 'berapa harga' }],
  [{ keywords: ['Harga'], type: WHOLE }, winner, { code: 'fired', keyword: 'Harga' }],
  [{ isDefault: true }, fallback, { code: 'fired', keyword: null }],
  [{ keywords: ['harga'], enabled: false }, winner, { code: 'disabled' }],
  [{ keywords: ['harga'], sendTo: 'group' }, winner, { code: 'wrong_chat', sendTo: 'group' }],
  [{ isDefault: true, sendTo: 'group' }, winner, { code: 'wrong_chat', sendTo: 'group' }],
  [{ keywords: [] }, winner, { code: 'no_usable_keyword' }],
  [{ keywords: [' ', '\u200b'] }, fallback, { code: 'no_usable_keyword' }],
  [{ keywords: ['murah'] }, winner, { code: 'no_keyword_in_message' }],
  [{ keywords: ['murah'], type: WHOLE }, fallback, { code: 'no_keyword_in_message' }],
  [{ keywords: ['a', 'harg'], type: WHOLE }, winner, { code: 'not_whole_word', keyword: 'harg' }],
  [{ keywords: ['👩'] }, winner, { code: 'part_of_character', keyword: '👩' }],
  [{ keywords: ['berapa harga'] }, wholeWinner, { code: 'outranked', by: 'winner' }],
  [
    { keywords: ['a', 'berap'], createdAt: 9 },
    makeItem({ ...winner, keywords: ['harga 👩‍💻'] }),
    { code: 'outranked', by: 'winner' },
  ],
  [{ keywords: ['harga'], createdAt: 9 }, winner, { code: 'outranked', by: 'winner' }],
  [
    { isDefault: true, keywords: ['berapa harga'] },
    winner,
    { code: 'default_not_needed', by: 'winner' },
  ],
  [{ isDefault: true, createdAt: 9 }, fallback, { code: 'outranked', by: 'winner' }],
] satisfies [Partial<ChatbotItem>, ChatbotItem, object][])('%j: %#', (fields, other, expected) => {
  expect(outcomeOf(fields, other)).toEqual({ itemId: 'asked', ...expected })
})

test('a switched-off number is the reason for every item', () => {
  const items = [winner, makeItem({ id: 'asked', enabled: false })]
  expect(explainDecision(compileChatbot(items, { enabled: false }), MESSAGE)).toEqual([
    { itemId: 'winner', code: 'number_off' },
    { itemId: 'asked', code: 'number_off' },
  ])
})

test('agrees with the decision, one entry per item', () => {
  fc.assert(
    fc.property(anyItems, anyMessage, (items, message) => {
      const chatbot = compileChatbot(items, { enabled: true })
      const decision = decide(chatbot, message)
      const explanations = explain(chatbot, message, decision)
      expect(explanations.map(({ itemId }) => itemId)).toEqual(items.map(({ id }) => id))
      const fired = explanations.filter(({ code }) => code === 'fired')
      const expected =
        decision.kind === 'answer'
          ? [
              {
                itemId: decision.item.id,
                code: 'fired',
                keyword: decision.keyword,
              },
            ]
          : []
      expect(fired).toEqual(expected)
    }),
    { numRuns: 2_000 },
  )
})

test('an outranked item answers once the others are removed, any other does not', () => {
  fc.assert(
    fc.property(anyItems, anyMessage, (items, message) => {
      const explanations = explainDecision(compileChatbot(items, { enabled: true }), message)
      for (const [place, { code }] of explanations.entries()) {
        const alone = compileChatbot(items.slice(place, place + 1), { enabled: true })
        const couldAnswer = ['fired', 'outranked', 'default_not_needed'].includes(code)
        expect(decide(alone, message).kind).toBe(couldAnswer ? 'answer' : 'silence')
      }
    }),
    { numRuns: 1_000 },
  )
})
