import * as z from 'zod/mini'
import { parseJson } from '#shared/api/parse-json.ts'
import { browserStore } from '#shared/storage/text-store.ts'

/** A text whose sending was pressed and not answered. */
const Unanswered = z.object({
  clientId: z.string(),
  text: z.string(),
  quotes: z.optional(z.string()),
})
export type Unanswered = z.infer<typeof Unanswered>

const Outbox = z.array(Unanswered)

/**
 * Texts on their way, kept in the browser: a page that is closed in between sends them again with
 * the same ids when the chat is next opened, and so none is lost or sent twice.
 */
export function outboxOf(key: string) {
  const read = (): Unanswered[] =>
    Outbox.safeParse(parseJson(browserStore.get(key) ?? '')).data ?? []
  const write = (all: readonly Unanswered[]) => {
    if (all.length === 0) browserStore.remove(key)
    else browserStore.set(key, JSON.stringify(all))
  }
  return {
    read,
    add: (message: Unanswered) => write([...read(), message]),
    remove: (clientId: string) => write(read().filter((one) => one.clientId !== clientId)),
  }
}
