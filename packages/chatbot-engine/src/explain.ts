import { at, scanText, suffixOutput } from './automaton.ts'
import { type Chatbot, type Decision, decide, type InboundMessage } from './chatbot.ts'
import { answersIn, type ChatbotItem } from './chatbot-item.ts'
import type { KeywordEntry, KeywordIndex, KeywordMatch } from './keyword-index.ts'
import { comparedText } from './normalise-text.ts'
import { textEdges } from './text-edges.ts'

/**
 * Why an item did or did not answer. Keywords are spelled as in the item; `by` is the id of the
 * item that answered.
 */
export type Outcome =
  | { code: 'fired'; keyword: string | null; how: KeywordMatch | 'default' }
  | { code: 'number_off' }
  | { code: 'disabled' }
  | { code: 'wrong_chat'; sendTo: ChatbotItem['sendTo'] }
  | { code: 'no_usable_keyword' }
  | { code: 'no_keyword_in_message' }
  /** Found in the message, but inside a longer word. */
  | { code: 'not_whole_word'; keyword: string }
  /** Found in the message, but inside an emoji or between a letter and its vowel sign. */
  | { code: 'part_of_character'; keyword: string }
  | { code: 'outranked'; keyword: string | null; by: string; because: Advantage }
  | { code: 'default_not_needed'; by: string }

export type Advantage = 'whole_keyword' | 'longer_keyword' | 'older_item'

export type Explanation = { itemId: string } & Outcome

type Answer = Extract<Decision, { kind: 'answer' }>

const IN_TEXT = 1
const AS_PART = 2
const AS_WORDS = 4

/**
 * Returns one outcome per item, in the order of the items: exactly one has fired if `decide`
 * answers, none otherwise. Never throws. As linear as `decide`.
 */
export function explain(chatbot: Chatbot, message: InboundMessage): Explanation[] {
  const decision = decide(chatbot, message)
  if (!chatbot.settings.enabled) {
    return chatbot.items.map((item) => ({ itemId: item.id, code: 'number_off' }))
  }
  const findings = findKeywords(chatbot.keywords, comparedText(message.text))
  const answer = decision.kind === 'answer' ? decision : null
  return chatbot.items.map((item) => ({
    itemId: item.id,
    ...outcomeOf(item, chatbot, message, findings, answer),
  }))
}

function outcomeOf(
  item: ChatbotItem,
  { keywords }: Chatbot,
  { chat }: InboundMessage,
  findings: Uint8Array,
  answer: Answer | null,
): Outcome {
  if (answer?.item === item) return { code: 'fired', keyword: answer.keyword, how: answer.how }
  if (!item.enabled) return { code: 'disabled' }
  if (!answersIn(item, chat)) return { code: 'wrong_chat', sendTo: item.sendTo }
  if (item.isDefault && answer !== null) return outcomeOfDefault(answer)
  const own = keywords.entriesOf.get(item)
  if (own === undefined) return { code: 'no_usable_keyword' }
  const hit = own.find((entry) => isHit(entry, findings))
  if (hit === undefined || answer === null) return outcomeWithoutHit(own, findings)
  return {
    code: 'outranked',
    keyword: hit.keyword,
    by: answer.item.id,
    because: advantageOver(hit, answer, keywords),
  }
}

function outcomeOfDefault(answer: Answer): Outcome {
  const by = answer.item.id
  if (answer.how !== 'default') return { code: 'default_not_needed', by }
  return { code: 'outranked', keyword: null, by, because: 'older_item' }
}

/** Reports the longest keyword that occurs in the message without matching. */
function outcomeWithoutHit(own: readonly KeywordEntry[], findings: Uint8Array): Outcome {
  const nearMiss = own.find((entry) => (at(findings, entry.pattern) & IN_TEXT) !== 0)
  if (nearMiss === undefined) return { code: 'no_keyword_in_message' }
  const code = nearMiss.how === 'whole' ? 'not_whole_word' : 'part_of_character'
  return { code, keyword: nearMiss.keyword }
}

function advantageOver(hit: KeywordEntry, answer: Answer, { entriesOf }: KeywordIndex): Advantage {
  if (answer.how !== hit.how) return 'whole_keyword'
  const own = entriesOf.get(answer.item)
  const length = own?.find((entry) => entry.keyword === answer.keyword)?.length ?? 0
  return length > hit.length ? 'longer_keyword' : 'older_item'
}

function isHit({ how, pattern }: KeywordEntry, findings: Uint8Array): boolean {
  return (at(findings, pattern) & (how === 'whole' ? AS_WORDS : AS_PART)) !== 0
}

/** Whether and how each pattern occurs in the text, by pattern index. */
function findKeywords({ automaton, patterns }: KeywordIndex, text: string): Uint8Array {
  const findings = new Uint8Array(patterns.length)
  const edges = textEdges(text)
  // Caches the edge checks: keywords with a common start ask for the same position repeatedly.
  const known = new Uint8Array(text.length + 1)
  scanText(automaton, text, (end, longest) => {
    const endFlags = flagsOf(end)
    for (let node = longest; node !== 0; node = suffixOutput(automaton, node)) {
      const pattern = at(automaton.patternAt, node)
      const start = end - (patterns[pattern]?.length ?? 0)
      findings[pattern] = at(findings, pattern) | (endFlags & flagsOf(start))
    }
  })
  return findings

  function flagsOf(position: number): number {
    const flags = at(known, position)
    if (flags !== 0) return flags
    const part = edges.isPictureEdge(position) ? AS_PART : 0
    known[position] = IN_TEXT | part | (edges.isWordEdge(position) ? AS_WORDS : 0)
    return at(known, position)
  }
}
