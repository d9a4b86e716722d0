import type { ZodMiniType } from 'zod/mini'
import { parseJson } from '#shared/api/parse-json.ts'
import { tabStore } from '#shared/storage/text-store.ts'

const PREFIX = 'draft:'

/**
 * The storage key of a form's draft in this tab; `userId` is null when nobody is signed in. Another
 * workspace than the person's first, which has their id, has drafts of its own.
 */
export function draftKey(form: string, userId: string | null, workspaceId = userId): string {
  const own = workspaceId === userId ? form : `${workspaceId}:${form}`
  return `${PREFIX}${userId ?? ''}:${own}`
}

/** Reads a draft; null when there is none or it does not match the schema. */
export function readDraft<D>(key: string, schema: ZodMiniType<D>): D | null {
  const stored = tabStore.get(key)
  return stored ? (schema.safeParse(parseJson(stored)).data ?? null) : null
}

export function writeDraft(key: string, draft: unknown): void {
  tabStore.set(key, JSON.stringify(draft))
}

export function removeDraft(key: string): void {
  tabStore.remove(key)
}

/** Removes every draft of this tab except those of `userId`. */
export function forgetDrafts(userId: string | null = null): void {
  const own = userId === null ? null : draftKey('', userId)
  for (const key of tabStore.keys()) {
    if (key.startsWith(PREFIX) && !(own && key.startsWith(own))) tabStore.remove(key)
  }
}
