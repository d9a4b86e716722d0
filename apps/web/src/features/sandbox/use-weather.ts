import { getWeather, type SandboxWeather, setWeather } from '@kirim/contract/sandbox-weather'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'

/** How often the count of strikes is asked for while the weather is not calm. */
const RECOUNT_MS = 10_000

export function useWeather(phoneNumber: string) {
  const { t } = useTranslation()
  const query = useQuery({
    ...callQuery(getWeather, { params: { phoneNumber } }),
    refetchInterval: ({ state }) => (state.data?.weather.kind === 'calm' ? false : RECOUNT_MS),
  })
  useErrorToast(query.error, t('Could not load the weather of this phone.'))
  return query
}

/** Changes the weather; updates optimistically. */
export function useChangeWeather(phoneNumber: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = callQuery(getWeather, { params: { phoneNumber } })
  return useMutation({
    mutationFn: (weather: SandboxWeather) =>
      request(setWeather, { params: { phoneNumber }, body: { weather } }),
    onMutate: (weather) =>
      client.setQueryData(
        queryKey,
        (report) => report && { ...report, weather, now: weather.kind, struck: 0 },
      ),
    onError: (error) =>
      toast({ title: messageOf(error, t('The weather could not be changed.')), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
