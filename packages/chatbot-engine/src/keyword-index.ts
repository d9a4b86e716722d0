import { type Automaton, at, buildAutomaton, suffixOutput } from './automaton.ts'
import { answersIn, byAge, type Chat, type ChatbotItem } from './chatbot-item.ts'
import { normaliseTexts } from './normalise-text.ts'
import type { Steps } from './steps.ts'

export type KeywordMatch = 'whole' | 'contains'

/** One keyword of one enabled item that is not a default response. */
export interface KeywordEntry {
  readonly item: ChatbotItem
  readonly how: KeywordMatch
  /** As the user spelled it. */
  readonly keyword: string
  /** The index of its normalised form in `patterns`. */
  readonly pattern: number
  /** The length of the normalised form in code points. */
  readonly length: number
}

/** Stands for "no entry"; sorts after every real rank. */
export const NO_RANK = 0xffff_ffff

/**
 * The best rank of an entry for each pattern, among the entries that may answer in one kind of
 * chat.
 */
export interface ChatRanks {
  readonly whole: Uint32Array
  readonly contains: Uint32Array
  /** The best rank of this pattern and all patterns that are its suffixes. */
  readonly wholeWithSuffixes: Uint32Array
  readonly containsWithSuffixes: Uint32Array
}

/** All keywords that can answer, compiled for one search over a text. */
export interface KeywordIndex {
  /** Distinct normalised keywords, sorted. */
  readonly patterns: readonly string[]
  readonly automaton: Automaton
  /** Sorted by rank: the first entry found in a message answers. */
  readonly entries: readonly KeywordEntry[]
  /** The entries of each item, sorted by rank; items without a usable keyword are missing. */
  readonly entriesOf: ReadonlyMap<ChatbotItem, readonly KeywordEntry[]>
  readonly ranks: Readonly<Record<Chat, ChatRanks>>
}

/**
 * Builds the index. Time and memory are linear in the total length of the keywords, except for
 * sorting.
 */
export function* indexKeywords(items: readonly ChatbotItem[]): Steps<KeywordIndex> {
  const drafts: Draft[] = []
  for (const item of items) {
    drafts.push(...keywordsOf(item))
    yield
  }
  const patterns = [...new Set(drafts.map((draft) => draft.normalised))].sort()
  yield
  const places = new Map(patterns.map((pattern, place) => [pattern, place]))
  yield
  const entries = drafts.map(({ item, keyword, normalised }): KeywordEntry => {
    const how = item.type === 'message_contains_whole_keyword' ? 'whole' : 'contains'
    const length = codePointsIn(normalised)
    return { item, how, keyword, pattern: places.get(normalised) ?? 0, length }
  })
  yield
  entries.sort(byRank)
  yield
  const automaton = buildAutomaton(patterns)
  yield
  const entriesOf = Map.groupBy(entries, (entry) => entry.item)
  yield
  const individual = ranksIn('individual', entries, patterns.length, automaton)
  yield
  const group = ranksIn('group', entries, patterns.length, automaton)
  return { patterns, automaton, entries, entriesOf, ranks: { individual, group } }
}

interface Draft {
  readonly item: ChatbotItem
  readonly keyword: string
  readonly normalised: string
}

/** Counts the code points of a well-formed text. */
function codePointsIn(text: string): number {
  let pairs = 0
  for (let unit = 0; unit < text.length; unit += 1) {
    if ((text.charCodeAt(unit) & 0xfc00) === 0xd800) pairs += 1
  }
  return text.length - pairs
}

/** The item's keywords without duplicates and without those that are empty when normalised. */
function keywordsOf(item: ChatbotItem): Draft[] {
  if (!item.enabled || item.isDefault) return []
  const byNormalised = new Map<string, string>()
  const all = normaliseTexts(item.keywords)
  for (const [place, keyword] of item.keywords.entries()) {
    const normalised = all[place] ?? ''
    if (normalised !== '' && !byNormalised.has(normalised)) byNormalised.set(normalised, keyword)
  }
  return [...byNormalised].map(([normalised, keyword]) => ({ item, keyword, normalised }))
}

/**
 * Sorts whole-word before contained, longer before shorter, older item before newer; keywords of
 * the same item keep their order.
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
  // A loop over its entries takes four times as long until it is compiled.
  for (let node = 0; node < automaton.patternAt.length; node += 1) {
    const pattern = at(automaton.patternAt, node)
    if (pattern < 0) continue
    const shorter = suffixOutput(automaton, node)
    const ofShorter = shorter === 0 ? NO_RANK : at(best, at(automaton.patternAt, shorter))
    best[pattern] = Math.min(at(ranks, pattern), ofShorter)
  }
  return best
}
