import { type Device, listDevices } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { callQuery } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useRefreshDevices } from './use-devices.ts'

/** What is counted of a day changes without an event. */
const ASK_AGAIN_MS = 60_000

/** Loaded on demand: what a number may say weighs more than other parts of the page. */
const NumbersList = lazy(async () => ({
  default: (await import('./numbers-list.tsx')).NumbersList,
}))

/** The linked numbers for the strip; it is left out while they could not be loaded. */
export function useNumbers() {
  const query = useQuery({ ...callQuery(listDevices), refetchInterval: ASK_AGAIN_MS })
  useRealtimeEvent('devices_changed', useRefreshDevices())
  return { numbers: query.data ?? [], isPending: query.isPending }
}

/** Each linked number in one cell. Suspends when rendered with the page. */
export function NumbersStrip({ numbers }: { numbers: readonly Device[] }) {
  return numbers.length > 0 ? <NumbersList numbers={numbers} /> : null
}
