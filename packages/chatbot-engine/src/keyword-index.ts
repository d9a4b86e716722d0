import { type Automaton, at, buildAutomaton, suffixOutput } from './automaton.ts'
import { answersIn, byAge, type Chat, type ChatbotItem } from './chatbot-item.ts'
import { normaliseText } from './normalise-text.ts'

export type KeywordMatch = 'whole' | 'contains'

/** One keyword of one enabled item that is not a default response. */
export interface KeywordEntry {
  readonly item: ChatbotItem
  readonly how: KeywordMatch
  /** As the user wrote it. */
  readonly keyword: string
  /** The place of its normalised form among the patterns. */
  readonly pattern: number
  /** Code points of the normalised form. */
  readonly length: number
}

/** No entry; worse than every rank. */
export const NO_RANK = 0xffff_ffff

/** By pattern: the best rank of an entry that may answer in one kind of chat. */
export interface ChatRanks {
  readonly whole: Uint32Array
  readonly contains: Uint32Array
  /** The best of this pattern and of all patterns that it ends with. */
  readonly wholeWithSuffixes: Uint32Array
  readonly containsWithSuffixes: Uint32Array
}

/** All keywords that can answer, ready to be looked for at once. */
export interface KeywordIndex {
  /** Distinct normalised keywords, sorted. */
  readonly patterns: readonly string[]
  readonly automaton: Automaton
  /** By rank: the first one that a message holds answers. */
  readonly entries: readonly KeywordEntry[]
  /** An item's own entries, by rank; items without a usable keyword are not in here. */
  readonly entriesOf: ReadonlyMap<ChatbotItem, readonly KeywordEntry[]>
  readonly ranks: Readonly<Record<Chat, ChatRanks>>
}

/** Time and memory are linear in the total length of the keywords, but for sorting them. */
export function indexKeywords(items: readonly ChatbotItem[]): KeywordIndex {
  const drafts = items.flatMap(keywordsOf)
  const patterns = [...new Set(drafts.map((draft) => draft.normalised))].sort()
  const places = new Map(patterns.map((pattern, place) => [pattern, place]))
  const entries = drafts
    .map(({ item, keyword, normalised }): KeywordEntry => {
      const how = item.match === 'message_contains_whole_keyword' ? 'whole' : 'contains'
      const length = codePointsIn(normalised)
      return { item, how, keyword, pattern: places.get(normalised) ?? 0, length }
    })
    .sort(byRank)
  const automaton = buildAutomaton(patterns)
  return {
    patterns,
    automaton,
    entries,
    entriesOf: Map.groupBy(entries, (entry) => entry.item),
    ranks: {
      individual: ranksIn('individual', entries, patterns.length, automaton),
      group: ranksIn('group', entries, patterns.length, automaton),
    },
  }
}

/** Of a well-formed text. */
function codePointsIn(text: string): number {
  let pairs = 0
  for (let unit = 0; unit < text.length; unit += 1) {
    if ((text.charCodeAt(unit) & 0xfc00) === 0xd800) pairs += 1
  }
  return text.length - pairs
}

/** Each usable keyword once: one that is empty when normalised never matches. */
function keywordsOf(item: ChatbotItem) {
  if (!item.enabled || item.isDefault) return []
  const byNormalised = new Map<string, string>()
  for (const keyword of item.keywords) {
    const normalised = normaliseText(keyword)
    if (normalised !== '' && !byNormalised.has(normalised)) byNormalised.set(normalised, keyword)
  }
  return [...byNormalised].map(([normalised, keyword]) => ({ item, keyword, normalised }))
}

/**
 * Whole before contains, longer before shorter, older item before newer;
 * an item's own keywords as they were written.
 */
function byRank(a: KeywordEntry, b: KeywordEntry): number {
  if (a.how !== b.how) return a.how === 'whole' ? -1 : 1
  if (a.length !== b.length) return b.length - a.length
  return byAge(a.item, b.item)
}

function ranksIn(
  chat: Chat,
  entries: readonly KeywordEntry[],
  patternCount: number,
  automaton: Automaton,
): ChatRanks {
  const whole = new Uint32Array(patternCount).fill(NO_RANK)
  const contains = new Uint32Array(patternCount).fill(NO_RANK)
  for (const [rank, { item, how, pattern }] of entries.entries()) {
    const ranks = how === 'whole' ? whole : contains
    if (answersIn(item, chat) && ranks[pattern] === NO_RANK) ranks[pattern] = rank
  }
  return {
    whole,
    contains,
    wholeWithSuffixes: withSuffixes(whole, automaton),
    containsWithSuffixes: withSuffixes(contains, automaton),
  }
}

function withSuffixes(ranks: Uint32Array, automaton: Automaton): Uint32Array {
  const best = new Uint32Array(ranks.length)
  for (const [node, pattern] of automaton.patternAt.entries()) {
    if (pattern < 0) continue
    const shorter = suffixOutput(automaton, node)
    const ofShorter = shorter === 0 ? NO_RANK : at(best, at(automaton.patternAt, shorter))
    best[pattern] = Math.min(at(ranks, pattern), ofShorter)
  }
  return best
}
