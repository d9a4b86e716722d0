import { Workspace } from '@kirim/contract/workspaces'
import * as z from 'zod/mini'
import { parseJson } from '#shared/api/parse-json.ts'
import { browserStore, tabStore } from '#shared/storage/text-store.ts'

const chosenKey = (personId: string) => `workspace:${personId}`
const listKey = (personId: string) => `workspaces:${personId}`

/** The workspace of this tab; in a new tab the one that was last chosen in this browser. */
export function chosenWorkspace(personId: string): string | null {
  return tabStore.get(chosenKey(personId)) ?? browserStore.get(chosenKey(personId))
}

/** Other tabs keep theirs. */
export function keepInTab(personId: string, workspaceId: string): void {
  tabStore.set(chosenKey(personId), workspaceId)
}

export function keepInBrowser(personId: string, workspaceId: string): void {
  browserStore.set(chosenKey(personId), workspaceId)
}

const Listed = z.object({ workspaces: z.array(Workspace), usual: z.nullable(z.string()) })
export type ListedWorkspaces = z.infer<typeof Listed>

/** The list as this tab read it last, with which a reload shows its page at once. */
export function knownWorkspaces(personId: string): ListedWorkspaces | null {
  const stored = tabStore.get(listKey(personId))
  return stored ? (Listed.safeParse(parseJson(stored)).data ?? null) : null
}

export function keepKnown(personId: string, list: ListedWorkspaces): void {
  tabStore.set(listKey(personId), JSON.stringify(list))
}

/** Nobody who signs in later reads the names of a person's workspaces. */
export function forgetKnown(personId: string): void {
  tabStore.remove(listKey(personId))
}
