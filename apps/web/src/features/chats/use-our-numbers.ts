import { type Device, listDevices } from '@kirim/contract/devices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'

/** Numbers that go up and down often are read at most this often. */
const NUMBERS_MS = 5000

/** One of the workspace's own numbers. */
export interface OurNumber {
  readonly id: string
  readonly name: string
  readonly connected: boolean
  /** Its place among them, for its colour. */
  readonly place: number
}

/** The numbers of the workspace that the reader sees, by their ids. */
export function useOurNumbers() {
  const query = useQuery({
    ...callQuery(listDevices),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const numbers = useMemo(() => new Map((query.data ?? []).map(numberOf)), [query.data])
  return { numbers, isLoaded: query.data !== undefined }
}

/** Reads the numbers again when they change; once on the page. */
export function useLiveNumbers(): void {
  const client = useQueryClient()
  const refresh = useThrottled(
    () => void client.invalidateQueries({ queryKey: keyOf(listDevices) }),
    NUMBERS_MS,
  )
  useRealtimeEvent('devices_changed', refresh)
}

function numberOf({ id, name, connected }: Device, place: number): [string, OurNumber] {
  return [id, { id, name, connected, place }]
}
