import { devicePace } from '@kirim/contract/device-pace'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'

/** Whoever watches the page sees how a campaign uses the day up. */
const ASK_AGAIN_MS = 60_000

/** How many people a number may write to, has today, and holds. */
export function useDevicePace(deviceId: string) {
  return useQuery({
    ...callQuery(devicePace, { params: { id: deviceId } }),
    refetchInterval: ASK_AGAIN_MS,
    retry: false,
  }).data
}
