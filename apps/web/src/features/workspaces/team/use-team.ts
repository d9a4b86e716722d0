import { loadTeam } from '@kirim/contract/team'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'

/** In a large team somebody comes or goes all the time. */
const RELOAD_MS = 500

/** The people of the workspace and the invitations that wait, kept current by events. */
export function useTeam() {
  const query = useQuery(callQuery(loadTeam))
  const reloadSoon = useThrottled(() => void query.refetch(), RELOAD_MS)
  useRealtimeEvent('team_changed', reloadSoon)
  return query
}
