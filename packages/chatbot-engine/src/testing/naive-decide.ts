import type { Decision, InboundMessage } from '../chatbot.ts'
import { answersIn, byAge, type ChatbotItem, type ChatbotSettings } from '../chatbot-item.ts'
import { normaliseText } from '../normalise-text.ts'
import { type TextEdges, textEdges } from '../text-edges.ts'

interface Candidate {
  readonly item: ChatbotItem
  readonly keyword: string
  readonly normalised: string
}

/**
 * A reference implementation: searches for every keyword in turn, collects the matches and takes
 * the first by rank.
 */
export function naiveChatbot(items: readonly ChatbotItem[], settings: ChatbotSettings) {
  const candidates = items
    .filter((item) => item.enabled && !item.isDefault)
    .flatMap((item) =>
      item.keywords.map((keyword) => ({ item, keyword, normalised: normaliseText(keyword) })),
    )
  return ({ text, chat }: InboundMessage): Decision => {
    if (!settings.enabled) return { kind: 'silence', reason: 'number_off' }
    const normalised = normaliseText(text)
    const edges = textEdges(normalised)
    const [best] = candidates
      .filter(({ item }) => answersIn(item, chat))
      .filter((candidate) => isIn(candidate, normalised, edges))
      .sort(inOrder)
    if (best !== undefined) {
      const how = isWhole(best.item) ? 'whole' : 'contains'
      return { kind: 'answer', item: best.item, keyword: best.keyword, how }
    }
    const [item] = items
      .filter((candidate) => candidate.enabled && candidate.isDefault && answersIn(candidate, chat))
      .sort(byAge)
    if (item !== undefined) return { kind: 'answer', item, keyword: null, how: 'default' }
    const anyEnabled = items.some((candidate) => candidate.enabled)
    return { kind: 'silence', reason: anyEnabled ? 'no_match' : 'no_enabled_item' }
  }
}

function isIn({ item, normalised }: Candidate, text: string, edges: TextEdges): boolean {
  if (normalised === '') return false
  for (
    let start = text.indexOf(normalised);
    start >= 0;
    start = text.indexOf(normalised, start + 1)
  ) {
    const end = start + normalised.length
    const fits = isWhole(item)
      ? edges.isWordEdge(start) && edges.isWordEdge(end)
      : edges.isPictureEdge(start) && edges.isPictureEdge(end)
    if (fits) return true
  }
  return false
}

function inOrder(a: Candidate, b: Candidate): number {
  const byMatch = Number(isWhole(b.item)) - Number(isWhole(a.item))
  const byLength = [...b.normalised].length - [...a.normalised].length
  return byMatch || byLength || byAge(a.item, b.item)
}

function isWhole(item: ChatbotItem): boolean {
  return item.type === 'message_contains_whole_keyword'
}
