import type { Workspace } from '@kirim/contract/workspaces'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRealtime } from '#shared/realtime/realtime-context.ts'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'

/**
 * Reads again what pages show once the person may do or see other things than before, and connects
 * again at once: the server ends the connections of before.
 */
export function useNewAccess(): void {
  const client = useQueryClient()
  const { current } = useWorkspaces()
  const access = current && accessTo(current)
  const before = useRef(access)
  const { reconnectNow } = useRealtime()
  const connectAgain = useEffectEvent(reconnectNow)
  useEffect(() => {
    if (access !== before.current) {
      void client.invalidateQueries()
      connectAgain()
    }
    before.current = access
  }, [access, client])
}

function accessTo({ role, sees, numbers, hidesNumbers }: Workspace): string {
  return [role, sees, numbers, hidesNumbers].join()
}
