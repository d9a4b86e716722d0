import type { ChatbotItem } from './chatbot-item.ts'

/** The maximum number of next actions after the item that fired. */
export const HOP_LIMIT = 5

/** The fields of an item that form chains. */
type Link = Pick<ChatbotItem, 'id' | 'nextItemId'>

/**
 * Returns the cycle of next actions that the changed item would create, as ids in order, or null.
 * `items` may contain the previous version of the changed item or leave it out. Disabled items
 * count, because they may be enabled later.
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

/**
 * Returns every cycle of next actions once, as `findActionCycle` does. Linear in the number of
 * items.
 */
export function findActionCycles(items: readonly Link[]): string[][] {
  const byId = itemsById(items)
  const visited = new Set<string>()
  const cycles: string[][] = []
  for (const start of items) {
    const path = new Set<string>()
    let item: Link | undefined = start
    while (item !== undefined && !visited.has(item.id)) {
      visited.add(item.id)
      path.add(item.id)
      item = item.nextItemId === null ? undefined : byId.get(item.nextItemId)
    }
    if (item !== undefined && path.has(item.id)) cycles.push(from(path, item.id))
  }
  return cycles
}

/**
 * Returns the items that answer one after another, starting with `first`, followed by at most
 * `hopLimit` next actions. Stops before an item that is missing, disabled, or already in the chain.
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

/** Maps items by id; the last of several with the same id wins. */
function itemsById(items: readonly Link[]): Map<string, Link> {
  return new Map(items.map((item) => [item.id, item]))
}

function from(path: ReadonlySet<string>, id: string): string[] {
  const ids = [...path]
  return ids.slice(ids.indexOf(id))
}
