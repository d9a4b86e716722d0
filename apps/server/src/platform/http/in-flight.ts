import type { ServerResponse } from 'node:http'
import type { Person } from '../caller.ts'

/** A request that is not answered yet. */
export interface InFlight {
  /** Undefined until it is known; null for nobody. */
  person: Person | null | undefined
  /** Whether what its caller may do or see has changed since it was admitted. */
  isOutdated: boolean
}

/**
 * The requests that this node is answering, so that one whose caller's membership changes or ends
 * meanwhile is judged again. Costs no query for the others.
 */
export function createRequestsInFlight() {
  const open = new Set<InFlight>()

  return {
    /** Call before its caller is looked up: a change during the lookup counts, too. */
    enter(response: ServerResponse): InFlight {
      const request: InFlight = { person: undefined, isOutdated: false }
      open.add(request)
      response.once('close', () => open.delete(request))
      return request
    },
    /**
     * A membership was changed or ended; of everybody in the workspace where no person is named.
     */
    membershipChanged(workspaceId: string, personId: string | null): void {
      for (const request of open) {
        if (mayBeOf(request, workspaceId, personId)) request.isOutdated = true
      }
    },
    /** Changes that other nodes made may have been missed. */
    missedChanges(): void {
      for (const request of open) request.isOutdated = true
    },
  }
}

export type RequestsInFlight = ReturnType<typeof createRequestsInFlight>

function mayBeOf({ person }: InFlight, workspaceId: string, personId: string | null): boolean {
  if (person === undefined) return true
  if (person?.membership?.workspaceId !== workspaceId) return false
  return personId === null || person.personId === personId
}
