import { type Device, listDevices } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

/** A number of the workspace, with its place among them, which gives its colour. */
export interface PlacedNumber {
  id: string
  name: string
  place: number
  connected: boolean
}

/** The numbers that the reader sees, in their order. */
export function useNumbers(): readonly PlacedNumber[] {
  const { data, refetch } = useQuery({ ...callQuery(listDevices), select: placed })
  useRealtimeEvent('devices_changed', () => void refetch())
  return data ?? []
}

function placed(devices: readonly Device[]): PlacedNumber[] {
  return devices.map(({ id, name, connected }, place) => ({ id, name, place, connected }))
}
