import { type Device, listDevices } from '@kirim/contract/devices'
import { deviceLimitOf } from '@kirim/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { useWorkspace } from '#shared/workspace/workspace-context.ts'

/** Health is measured at the same interval. */
const REFETCH_MS = 60_000

/** The linked devices, kept current by events; a failed load empties the list [8.devices.list]. */
export function useDevices() {
  const { t } = useTranslation()
  const query = useQuery({ ...callQuery(listDevices), refetchInterval: REFETCH_MS })
  const refresh = useRefreshDevices()
  useErrorToast(query.error, t('Could not load connected device list.'))
  useRealtimeEvent('devices_changed', refresh)
  return {
    devices: query.isError ? [] : query.data,
    failed: query.isError,
    busy: query.isFetching,
    retry: () => void query.refetch(),
  }
}

export function useRefreshDevices(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: keyOf(listDevices) })
}

/**
 * The plan's free places: a device counts while its connectionStatus is 'connected'
 * [3.device.counts].
 */
export function usePlanRoom() {
  const { membershipPlan, sees } = useWorkspace()
  const narrowed = sees === 'numbers'
  const { data, isError } = useQuery(callQuery(listDevices))
  const count = (status: Device['connectionStatus']) =>
    (data ?? []).filter(({ connectionStatus }) => connectionStatus === status).length
  const connected = count('connected')
  const limit = deviceLimitOf(membershipPlan)
  // Numbers that the person does not see count, too.
  const known = data !== undefined && !isError && !narrowed
  return {
    plan: membershipPlan,
    limit,
    connected,
    connecting: count('connecting'),
    known,
    full: known && connected >= limit,
  }
}

export type PlanRoom = ReturnType<typeof usePlanRoom>

/** Whether a number reconnects only after its owner does something. */
export function needsOwner({ connectionStatus }: Device): boolean {
  return connectionStatus === 'disconnected' || connectionStatus === 'logged_out'
}
