import type { Sight } from '../platform/caller.ts'

/** Somebody who sees everything in a workspace. */
export function seeingAll(workspaceId: string): Sight {
  return { workspaceId, personId: workspaceId, deviceIds: null, ownChatsOnly: false }
}

/** Somebody who sees some of its numbers only. */
export function seeingNumbers(workspaceId: string, deviceIds: readonly string[]): Sight {
  return { ...seeingAll(workspaceId), personId: 'somebody', deviceIds }
}
