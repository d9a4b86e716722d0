import { type AiDeviceSummary, devicesSummary, setDeviceStatus } from '@kirim/contract/chatbots'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { toast } from '#shared/toast/toast.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'

const numbersQuery = callQuery(devicesSummary)

/** The linked numbers with their chatbot's figures, kept current by events. */
export function useNumbers() {
  const { t } = useTranslation()
  const query = useCurrentNumbers()
  useErrorToast(query.error, t('Failed to load AI device summary.'))
  return query
}

/** One of them; undefined while it is loading, or when it does not exist. */
export function useNumber(deviceId: string): AiDeviceSummary | undefined {
  return useCurrentNumbers().data?.find(({ id }) => id === deviceId)
}

function useCurrentNumbers() {
  const client = useQueryClient()
  const query = useQuery(numbersQuery)
  const reload = () => void client.invalidateQueries({ queryKey: numbersQuery.queryKey })
  useRealtimeEvent('devices_changed', reload)
  useRealtimeEvent('chatbots_changed', reload)
  useRealtimeEvent('summary_changed', reload)
  useMissedEvents(reload)
  return query
}

/** Switches a number's chatbot on or off; the card shows the server's answer [4.ai-status]. */
export function useNumberSwitch(id: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (isEnabled: boolean) =>
      request(setDeviceStatus, { params: { id }, body: { isEnabled } }),
    onSuccess: (saved) =>
      client.setQueryData(numbersQuery.queryKey, (numbers) =>
        numbers?.map((number) => (number.id === id ? saved : number)),
      ),
    onError: (error) =>
      toast({ title: messageOf(error, t('Failed to update AI status.')), tone: 'error' }),
  })
}
