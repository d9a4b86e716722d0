import { at, scanText, suffixOutput } from './automaton.ts'
import { type Chat, type ChatbotItem, chatsOf } from './chatbot-item.ts'
import { type KeywordEntry, type KeywordIndex, NO_RANK } from './keyword-index.ts'
import type { LintFinding } from './lint-finding.ts'
import { normaliseTexts } from './normalise-text.ts'
import type { Steps } from './steps.ts'
import { textEdges } from './text-edges.ts'

/**
 * For each keyword of an item: the competing keyword that always wins; undefined when there is
 * none.
 */
export type Winners = readonly (readonly (KeywordEntry | undefined)[])[]

/** The winners for every enabled item that has a usable keyword and is not a default response. */
export function* winnersByItem(index: KeywordIndex): Steps<ReadonlyMap<ChatbotItem, Winners>> {
  const winners = new Map<ChatbotItem, Winners>()
  for (const [item, entries] of index.entriesOf) {
    winners.set(
      item,
      entries.map((entry) => winnersOver(entry, index)),
    )
    yield
  }
  return winners
}

/** Whether at least one of the keywords can win. */
export function canWin(winners: Winners): boolean {
  return winners.some((over) => over.includes(undefined))
}

/** Findings about the keywords of an enabled item. `isReached`: some message can lead to it. */
export function lintKeywords(
  item: ChatbotItem,
  index: KeywordIndex,
  winners: Winners,
  isReached: boolean,
): LintFinding[] {
  const itemId = item.id
  const normalised = normaliseTexts(item.keywords)
  const findings: LintFinding[] = item.keywords
    .filter((_, place) => normalised[place] === '')
    .map((keyword) => ({ itemId, code: 'empty_keyword', params: { keyword } }))
  const entries = index.entriesOf.get(item)
  if (entries === undefined) {
    if (!isReached) findings.push({ itemId, code: 'nothing_leads_here', params: {} })
    return findings
  }
  for (const [place, entry] of entries.entries()) {
    const finding = lintKeyword(entry, winners[place] ?? [], index)
    if (finding !== undefined) findings.push(finding)
  }
  if (!isReached) {
    const by = new Set(winners.flat().flatMap((winner) => winner?.item.id ?? []))
    findings.push({ itemId, code: 'unreachable_item', params: { by: [...by] } })
  }
  return findings
}

/**
 * The best competing keyword for each kind of chat, among those that always win when this keyword
 * is found; undefined when there is none.
 */
function winnersOver(entry: KeywordEntry, index: KeywordIndex): (KeywordEntry | undefined)[] {
  return chatsOf(entry.item).map((chat) => {
    const sameKeyword = bestOfPattern(entry, chat, index)
    if (entry.how === 'whole') return sameKeyword
    return bestWholeKeywordWithin(entry, chat, index) ?? sameKeyword
  })
}

function bestOfPattern(
  { item, how, pattern }: KeywordEntry,
  chat: Chat,
  { entries, ranks }: KeywordIndex,
): KeywordEntry | undefined {
  const best = entries[at(ranks[chat][how], pattern)]
  return best?.item === item ? undefined : best
}

/** Characters that never join their neighbours, so a word always begins or ends beside them. */
const STANDALONE_SYMBOL = String.raw`[[\p{Extended_Pictographic}--\p{Alphabetic}] !?\(\)\[\]\{\}*#+\/&%@~=<>\|$\-]`
const SYMBOL_EDGE = new RegExp(`(?<=${STANDALONE_SYMBOL})|(?=${STANDALONE_SYMBOL})`, 'gv')

/**
 * Between two certain edges inside the keyword, a whole-word keyword matches whatever surrounds the
 * keyword.
 */
function bestWholeKeywordWithin(
  entry: KeywordEntry,
  chat: Chat,
  { patterns, automaton, entries, ranks }: KeywordIndex,
): KeywordEntry | undefined {
  const text = patterns[entry.pattern] ?? ''
  const edges = textEdges(text)
  const sure = new Set([...text.matchAll(SYMBOL_EDGE)].map(({ index }) => index))
  // Text before and after the keyword may join its own ends.
  sure.delete(0)
  sure.delete(text.length)
  let best = NO_RANK
  scanText(automaton, text, (end, longest) => {
    if (!sure.has(end)) return
    for (let node = longest; node !== 0; node = suffixOutput(automaton, node)) {
      const pattern = at(automaton.patternAt, node)
      const rank = at(ranks[chat].whole, pattern)
      const start = end - (patterns[pattern]?.length ?? 0)
      if (rank >= best || !sure.has(start)) continue
      if (edges.isWordEdge(start) && edges.isWordEdge(end)) best = rank
    }
  })
  return entries[best]
}

function lintKeyword(
  entry: KeywordEntry,
  winners: readonly (KeywordEntry | undefined)[],
  index: KeywordIndex,
): LintFinding | undefined {
  const itemId = entry.item.id
  const { keyword } = entry
  const shadow = winners.find((winner) => winner !== undefined && winner.pattern !== entry.pattern)
  if (shadow !== undefined && !winners.includes(undefined)) {
    const params = { keyword, by: shadow.item.id, byKeyword: shadow.keyword }
    return { itemId, code: 'shadowed_keyword', params }
  }
  const twin =
    winners.find((winner) => winner?.pattern === entry.pattern) ?? wholeTwin(entry, index)
  if (twin === undefined) return undefined
  return { itemId, code: 'duplicate_keyword', params: { keyword, of: twin.item.id } }
}

/**
 * The entry with the same keyword that must match a whole word, when this one may match inside a
 * word.
 */
function wholeTwin(
  entry: KeywordEntry,
  { entries, ranks }: KeywordIndex,
): KeywordEntry | undefined {
  if (entry.how === 'whole') return undefined
  return chatsOf(entry.item)
    .map((chat) => entries[at(ranks[chat].whole, entry.pattern)])
    .find((twin) => twin !== undefined)
}
