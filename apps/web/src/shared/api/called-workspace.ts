/** The workspace that this tab's calls name, and the listeners for its refusal. */
let workspaceId: string | null = null
const listeners = new Set<() => void>()

/** Without one, calls are made in the workspace that is usual for the person. */
export function setCalledWorkspace(id: string | null): void {
  workspaceId = id
}

export function calledWorkspace(): string | null {
  return workspaceId
}

/**
 * Subscribes to refusals because the person no longer belongs to the tab's workspace. Returns the
 * unsubscribe function.
 */
export function onWorkspaceRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ignores answers to calls made in an earlier workspace. */
export function workspaceRefused(usedId: string): void {
  if (usedId !== workspaceId) return
  for (const listener of listeners) listener()
}

/**
 * For work of several calls: returns whether the tab still shows the workspace in which it began.
 * Another one must not get the rest.
 */
export function beginInWorkspace(): () => boolean {
  const began = workspaceId
  return () => workspaceId === began
}
