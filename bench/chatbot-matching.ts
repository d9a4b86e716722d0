// npm run bench chatbot-matching [items]
import { performance } from 'node:perf_hooks'
import { compileChatbot, decide, type InboundMessage } from '@kirim/chatbot-engine/chatbot'
import type { ChatbotItem } from '@kirim/chatbot-engine/chatbot-item'
import { makeItem } from '@kirim/chatbot-engine/testing/make-item'
import { naiveChatbot } from '@kirim/chatbot-engine/testing/naive-decide'

const ITEMS = Number(process.argv[2] ?? 1_000)
const KEYWORDS_PER_ITEM = 10
const ROUNDS = 15
const SYLLABLES =
  'ba ca da ga ha ja ka la ma na pa ra sa ta wa ya ber ter men kan 价 格 货 பு தி ما 😀'.split(' ')

/** Pseudo-random numbers, the same in every run. */
function* sequence(): Generator<number, never> {
  let state = 1
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state >>> 8
  }
}

const numbers = sequence()

function pick<T>(choices: readonly T[]): T {
  const choice = choices[numbers.next().value % choices.length]
  if (choice === undefined) throw new Error('There is nothing to pick from')
  return choice
}

function makeWord(): string {
  return Array.from({ length: 3 + (numbers.next().value % 3) }, () => pick(SYLLABLES)).join('')
}

function makeMessage(words: number, keywords: readonly string[]): InboundMessage {
  const text = Array.from({ length: words }, () => makeWord())
  text[words >> 1] = pick(keywords)
  return { text: text.join(' '), chat: 'individual' }
}

/** The median over the rounds of the mean time per decision, in microseconds. */
function measure(run: (message: InboundMessage) => unknown, messages: readonly InboundMessage[]) {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    for (const message of messages) run(message)
    return ((performance.now() - start) * 1_000) / messages.length
  })
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
}

const settings = { enabled: true }
const items: ChatbotItem[] = Array.from({ length: ITEMS }, (_, place) =>
  makeItem({
    id: `item-${place}`,
    type: place % 2 === 0 ? 'message_contains_keyword' : 'message_contains_whole_keyword',
    keywords: Array.from({ length: KEYWORDS_PER_ITEM }, makeWord),
    createdAt: place,
  }),
)
const keywords = items.flatMap((item) => item.keywords)
const compileStart = performance.now()
const chatbot = compileChatbot(items, settings)
console.log(
  `compiled ${ITEMS} items with ${KEYWORDS_PER_ITEM} keywords each in ${(performance.now() - compileStart).toFixed(0)} ms`,
)
const naive = naiveChatbot(items, settings)

for (const words of [5, 20, 200]) {
  const messages = Array.from({ length: 20 }, () => makeMessage(words, keywords))
  for (const message of messages) {
    if (JSON.stringify(decide(chatbot, message)) !== JSON.stringify(naive(message))) {
      throw new Error('The automaton and the reference disagree')
    }
  }
  const compiled = measure((message) => decide(chatbot, message), messages)
  const reference = measure(naive, messages)
  console.log(
    `${words} words: decide ${compiled.toFixed(1)} µs, keyword by keyword ${reference.toFixed(0)} µs, ${(reference / compiled).toFixed(0)} times faster`,
  )
}
