import type { ChatbotItem } from './chatbot-item.ts'

/** After the item that fired, at most so many next actions. */
export const HOP_LIMIT = 5

/** What of an item makes the chains. */
type Link = Pick<ChatbotItem, 'id' | 'nextItemId'>

/**
 * The cycle of next bot actions into which the changed item would lead, as ids in the order of the
 * actions, or null. `items` may hold the changed item's former state or not hold it at all.
 * Disabled items count: they may be enabled.
 */
export function findActionCycle(items: readonly Link[], changedItem: Link): string[] | null {
  const byId = itemsById([...items, changedItem])
  const path = new Set<string>()
  for (let id: string | null = changedItem.id; id !== null; ) {
    if (path.has(id)) return from(path, id)
    path.add(id)
    id = byId.get(id)?.nextItemId ?? null
  }
  return null
}

/** Every cycle of next bot actions once, as in findActionCycle; linear in the number of items. */
export function findActionCycles(items: readonly Link[]): string[][] {
  const byId = itemsById(items)
  const seen = new Set<string>()
  const cycles: string[][] = []
  for (const start of items) {
    const path = new Set<string>()
    let item: Link | undefined = start
    while (item !== undefined && !seen.has(item.id)) {
      seen.add(item.id)
      path.add(item.id)
      item = item.nextItemId === null ? undefined : byId.get(item.nextItemId)
    }
    if (item !== undefined && path.has(item.id)) cycles.push(from(path, item.id))
  }
  return cycles
}

/**
 * The items that answer one after another, the first included: at most hopLimit next actions. Ends
 * before an item that is missing or disabled, or that has already answered.
 */
export function actionChain(
  byId: ReadonlyMap<string, ChatbotItem>,
  startId: string,
  hopLimit = HOP_LIMIT,
): ChatbotItem[] {
  const chain = new Set<ChatbotItem>()
  let item = byId.get(startId)
  while (item?.enabled && !chain.has(item) && chain.size <= hopLimit) {
    chain.add(item)
    item = item.nextItemId === null ? undefined : byId.get(item.nextItemId)
  }
  return [...chain]
}

/** Of several with one id, the last. */
function itemsById(items: readonly Link[]): Map<string, Link> {
  return new Map(items.map((item) => [item.id, item]))
}

function from(path: ReadonlySet<string>, id: string): string[] {
  const ids = [...path]
  return ids.slice(ids.indexOf(id))
}
