import type { ZodType } from 'zod'
import { parseJson } from '#shared/api/api-error.ts'

const PREFIX = 'draft:'

/** Where a form's draft is kept in this tab, for one person; null for who is not signed in. */
export function draftKey(form: string, userId: string | null): string {
  return `${PREFIX}${userId ?? ''}:${form}`
}

/** Null when there is none, or none that today's form can read. */
export function readDraft<D>(key: string, schema: ZodType<D>): D | null {
  const stored = inStorage((storage) => storage.getItem(key))
  return stored ? (schema.safeParse(parseJson(stored)).data ?? null) : null
}

export function writeDraft(key: string, draft: unknown): void {
  inStorage((storage) => storage.setItem(key, JSON.stringify(draft)))
}

export function removeDraft(key: string): void {
  inStorage((storage) => storage.removeItem(key))
}

/** Forgets every draft of this tab, but those of `userId`. */
export function forgetDrafts(userId: string | null = null): void {
  const own = userId === null ? null : draftKey('', userId)
  inStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(PREFIX) && !(own && key.startsWith(own))) storage.removeItem(key)
    }
  })
}

/** A browser that keeps nothing, or has no room, costs the draft and nothing else. */
function inStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
