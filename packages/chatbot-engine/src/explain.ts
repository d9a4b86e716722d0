import { at, scanText, suffixOutput } from './automaton.ts'
import type { Chatbot, Decision, InboundMessage } from './chatbot.ts'
import { answersIn, type ChatbotItem } from './chatbot-item.ts'
import type { KeywordEntry, KeywordIndex } from './keyword-index.ts'
import { comparedText } from './normalise-text.ts'
import { textEdges } from './text-edges.ts'

/** Why an item did or did not answer. */
export interface Outcome {
  readonly code:
    | 'fired'
    | 'number_off'
    | 'disabled'
    | 'wrong_chat'
    | 'no_usable_keyword'
    | 'no_keyword_in_message'
    /** Found in the message, but inside a longer word. */
    | 'not_whole_word'
    /** Found in the message, but inside an emoji or between a letter and its vowel sign. */
    | 'part_of_character'
    | 'outranked'
    | 'default_not_needed'
  /** The keyword that was found, as the item spells it. */
  readonly keyword?: string | null
  /** The id of the item that answered instead. */
  readonly by?: string
  /** The only kind of chat in which the item answers. */
  readonly sendTo?: ChatbotItem['sendTo']
}

export type Explanation = { itemId: string } & Outcome

const IN_TEXT = 1
const AS_PART = 2
const AS_WORDS = 4

/**
 * Returns one outcome per item, in the order of the items: exactly one has fired if the decision is
 * an answer, none otherwise. Never throws.
 */
export function explain(
  chatbot: Chatbot,
  message: InboundMessage,
  decision: Decision,
): Explanation[] {
  const findings = findKeywords(chatbot.keywords, comparedText(message.text))
  return chatbot.items.map((item) => ({
    itemId: item.id,
    ...(chatbot.settings.enabled
      ? outcomeOf(item, chatbot, message, findings, decision)
      : { code: 'number_off' as const }),
  }))
}

function outcomeOf(
  item: ChatbotItem,
  { keywords }: Chatbot,
  { chat }: InboundMessage,
  findings: Uint8Array,
  decision: Decision,
): Outcome {
  const answer = decision.kind === 'answer' ? decision : null
  if (answer?.item === item) return { code: 'fired', keyword: answer.keyword }
  if (!item.enabled) return { code: 'disabled' }
  if (!answersIn(item, chat)) return { code: 'wrong_chat', sendTo: item.sendTo }
  if (item.isDefault && answer) {
    const code = answer.how === 'default' ? 'outranked' : 'default_not_needed'
    return { code, by: answer.item.id }
  }
  const own = keywords.entriesOf.get(item)
  if (own === undefined) return { code: 'no_usable_keyword' }
  if (answer && own.some((entry) => isHit(entry, findings)))
    return { code: 'outranked', by: answer.item.id }
  // The longest keyword that occurs in the message without matching.
  const nearMiss = own.find(({ pattern }) => at(findings, pattern) !== 0)
  if (nearMiss === undefined) return { code: 'no_keyword_in_message' }
  const code = nearMiss.how === 'whole' ? 'not_whole_word' : 'part_of_character'
  return { code, keyword: nearMiss.keyword }
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
