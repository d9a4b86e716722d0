import { randomUUID } from 'node:crypto'

/**
 * Counts, for each workspace, the events that this server has sent to the workspace's browsers in
 * this run, including events from other nodes.
 */
export function createEventPositions() {
  // Counting restarts with each run, so positions include the run's id.
  let run = randomUUID()
  const counts = new Map<string, number>()
  return {
    of: (workspaceId: string) => `${run}.${counts.get(workspaceId) ?? 0}`,
    advance(workspaceId: string): void {
      counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
    },
    /** Call when events may have been missed: everything loaded before counts as outdated. */
    restart(): void {
      run = randomUUID()
      counts.clear()
    },
  }
}
