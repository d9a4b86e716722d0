import type { Chatbot } from './chatbot.ts'
import { answersIn, byAge, type ChatbotItem, chatsOf } from './chatbot-item.ts'
import type { LintFinding } from './lint-finding.ts'
import { canWin, lintKeywords, type Winners, winnersByItem } from './lint-keywords.ts'
import { actionChain, findActionCycles, HOP_LIMIT } from './next-actions.ts'
import { runSteps, type Steps } from './steps.ts'

/**
 * Finds problems in the chatbot items of a number: first those of the whole number, then in the
 * order of the items. Disabled items are checked for cycles only. Never throws. Linear in the total
 * length of the keywords, except for sorting.
 */
export function lint(chatbot: Chatbot): LintFinding[] {
  return runSteps(lintInSteps(chatbot))
}

/** As `lint`; of many keywords it takes long. */
export function* lintInSteps(chatbot: Chatbot): Steps<LintFinding[]> {
  const { items, keywords } = chatbot
  if (items.length === 0) return []
  const enabled = items.filter((item) => item.enabled)
  const ledTo = new Set(
    enabled.filter((item) => item.nextItemId !== item.id).map((item) => item.nextItemId),
  )
  const defaults = enabled.filter((item) => item.isDefault).sort(byAge)
  const byId = new Map(items.map((item) => [item.id, item]))
  const winners = yield* winnersByItem(keywords)
  const reached = reachedItems(chatbot, byId, winners)
  const findings = lintNumber(chatbot)
  for (const item of enabled) {
    yield
    findings.push(
      ...(item.isDefault
        ? lintDefault(item, defaults)
        : lintKeywords(item, keywords, winners.get(item) ?? [], reached.has(item))),
      ...lintNextAction(item, byId),
      ...(ledTo.has(item.id) ? [] : lintChain(item, byId)),
    )
  }
  yield
  findings.push(...lintCycles(items))
  return findings
}

/** The items that some message can reach, directly or through next actions. */
function reachedItems(
  { defaults }: Chatbot,
  byId: ReadonlyMap<string, ChatbotItem>,
  winnersOf: ReadonlyMap<ChatbotItem, Winners>,
): ReadonlySet<ChatbotItem> {
  const winning = [...winnersOf].flatMap(([item, winners]) => (canWin(winners) ? item : []))
  const reached = new Set<ChatbotItem>()
  for (const first of [...winning, defaults.individual, defaults.group]) {
    let item = first ?? undefined
    while (item?.enabled && !reached.has(item)) {
      reached.add(item)
      item = item.nextItemId === null ? undefined : byId.get(item.nextItemId)
    }
  }
  return reached
}

/** A default response is optional in groups: many owners do not want to answer there. */
function lintNumber({ settings, defaults }: Chatbot): LintFinding[] {
  const findings: LintFinding[] = []
  if (!settings.enabled) findings.push({ itemId: null, code: 'number_off', params: {} })
  if (defaults.individual === null) {
    const code = defaults.group === null ? 'no_default_response' : 'no_default_individual'
    findings.push({ itemId: null, code, params: {} })
  }
  return findings
}

function lintDefault(item: ChatbotItem, defaults: readonly ChatbotItem[]): LintFinding[] {
  const itemId = item.id
  const findings: LintFinding[] = []
  if (item.keywords.some((keyword) => keyword.trim() !== '')) {
    findings.push({ itemId, code: 'default_keywords_unused', params: {} })
  }
  const before = defaults.slice(0, defaults.indexOf(item))
  const first = chatsOf(item)
    .map((chat) => before.find((other) => answersIn(other, chat)))
    .find((other) => other !== undefined)
  if (first) findings.push({ itemId, code: 'several_defaults', params: { of: first.id } })
  return findings
}

function lintNextAction(item: ChatbotItem, byId: ReadonlyMap<string, ChatbotItem>): LintFinding[] {
  const { id: itemId, nextItemId } = item
  if (nextItemId === null) return []
  const next = byId.get(nextItemId)
  if (!next?.enabled) {
    const because = next === undefined ? 'not_found' : 'disabled'
    return [{ itemId, code: 'missing_next_action', params: { nextItemId, because } }]
  }
  if (chatsOf(item).every((chat) => answersIn(next, chat))) return []
  return [{ itemId, code: 'next_action_other_chats', params: { nextItemId } }]
}

/** Reports a chain that is too long, at its first item. */
function lintChain({ id }: ChatbotItem, byId: ReadonlyMap<string, ChatbotItem>): LintFinding[] {
  const beyond = actionChain(byId, id, HOP_LIMIT + 1)[HOP_LIMIT + 1]
  return beyond ? [{ itemId: id, code: 'long_action_chain', params: { from: beyond.id } }] : []
}

/** Reports each cycle once, at its first item. */
function lintCycles(items: readonly ChatbotItem[]): LintFinding[] {
  return findActionCycles(items).map((ids) => ({
    itemId: ids[0] ?? '',
    code: 'action_cycle',
    params: { ids },
  }))
}
