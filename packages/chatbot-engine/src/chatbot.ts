import { at, scanText, suffixOutput } from './automaton.ts'
import {
  answersIn,
  byAge,
  type Chat,
  type ChatbotItem,
  type ChatbotSettings,
} from './chatbot-item.ts'
import { indexKeywords, type KeywordIndex, type KeywordMatch, NO_RANK } from './keyword-index.ts'
import { comparedText } from './normalise-text.ts'
import { runSteps, type Steps } from './steps.ts'
import { textEdges } from './text-edges.ts'

/**
 * The compiled items of a number. Answers any number of messages; compile it again when an item
 * changes.
 */
export interface Chatbot {
  readonly settings: ChatbotSettings
  readonly items: readonly ChatbotItem[]
  readonly keywords: KeywordIndex
  /** The default response that answers in each kind of chat. */
  readonly defaults: Readonly<Record<Chat, ChatbotItem | null>>
}

export interface InboundMessage {
  readonly text: string
  readonly chat: Chat
}

/** `keyword` is spelled as in the item. */
export type Decision =
  | { kind: 'answer'; item: ChatbotItem; keyword: string; how: KeywordMatch }
  | { kind: 'answer'; item: ChatbotItem; keyword: null; how: 'default' }
  | { kind: 'silence'; reason: 'number_off' | 'no_enabled_item' | 'no_match' }

/**
 * Compiles the items, whose ids must be distinct. Never throws. Memory is linear in the total
 * length of the keywords.
 */
export function compileChatbot(items: readonly ChatbotItem[], settings: ChatbotSettings): Chatbot {
  return runSteps(compileInSteps(items, settings))
}

/** As `compileChatbot`; of many keywords it takes long. */
export function* compileInSteps(
  items: readonly ChatbotItem[],
  settings: ChatbotSettings,
): Steps<Chatbot> {
  const defaults = items.filter((item) => item.enabled && item.isDefault).sort(byAge)
  const defaultIn = (chat: Chat) => defaults.find((item) => answersIn(item, chat)) ?? null
  return {
    settings,
    items,
    keywords: yield* indexKeywords(items),
    defaults: { individual: defaultIn('individual'), group: defaultIn('group') },
  }
}

/**
 * Decides which item answers the message: whole-word keywords before contained ones, longer before
 * shorter, older items before newer, then the oldest default response. Never throws. Linear in the
 * length of the text, at worst multiplied by the number of keywords that are suffixes of each other
 * (`ma`, `a`).
 */
export function decide(chatbot: Chatbot, message: InboundMessage): Decision {
  if (!chatbot.settings.enabled) return { kind: 'silence', reason: 'number_off' }
  const rank = bestRank(chatbot.keywords, comparedText(message.text), message.chat)
  const entry = chatbot.keywords.entries[rank]
  if (entry !== undefined) {
    return { kind: 'answer', item: entry.item, keyword: entry.keyword, how: entry.how }
  }
  const item = chatbot.defaults[message.chat]
  if (item !== null) return { kind: 'answer', item, keyword: null, how: 'default' }
  const anyEnabled = chatbot.items.some((candidate) => candidate.enabled)
  return { kind: 'silence', reason: anyEnabled ? 'no_match' : 'no_enabled_item' }
}

/**
 * Checks word edges only for hits that would beat the best one so far, because finding edges is
 * slow. At a position where no word ends, all whole-word keywords that end there are skipped
 * together.
 */
function bestRank({ automaton, patterns, ranks }: KeywordIndex, text: string, chat: Chat): number {
  const { whole, contains, wholeWithSuffixes, containsWithSuffixes } = ranks[chat]
  const edges = textEdges(text)
  let best = NO_RANK
  scanText(automaton, text, (end, longest) => {
    const first = at(automaton.patternAt, longest)
    const endsWord = at(wholeWithSuffixes, first) < best && edges.isWordEdge(end)
    const endsPicture = at(containsWithSuffixes, first) < best && edges.isPictureEdge(end)
    for (let node = longest; node !== 0; node = suffixOutput(automaton, node)) {
      const pattern = at(automaton.patternAt, node)
      const whatFollows = Math.min(
        rankIf(endsWord, wholeWithSuffixes, pattern),
        rankIf(endsPicture, containsWithSuffixes, pattern),
      )
      if (whatFollows >= best) return
      const start = end - (patterns[pattern]?.length ?? 0)
      const asWhole = rankIf(endsWord, whole, pattern)
      if (asWhole < best && edges.isWordEdge(start)) best = asWhole
      const asPart = rankIf(endsPicture, contains, pattern)
      if (asPart < best && edges.isPictureEdge(start)) best = asPart
    }
  })
  return best
}

function rankIf(isPossible: boolean, ranks: Uint32Array, pattern: number): number {
  return isPossible ? at(ranks, pattern) : NO_RANK
}
