import {
  getNetworkWeather,
  type SandboxNetworkWeather,
  setNetworkWeather,
} from '@kirim/contract/sandbox-weather'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'

/** Nobody is told when an admin changes it. */
const ASK_AGAIN_MS = 10_000

export function useNetworkWeather() {
  return useQuery({ ...callQuery(getNetworkWeather), refetchInterval: ASK_AGAIN_MS })
}

/** Changes what holds for everybody; updates optimistically. */
export function useChangeNetworkWeather() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = callQuery(getNetworkWeather)
  return useMutation({
    mutationFn: (weather: SandboxNetworkWeather) =>
      request(setNetworkWeather, { body: { weather } }),
    onMutate: (weather) => client.setQueryData(queryKey, weather),
    onError: (error) =>
      toast({ title: messageOf(error, t('The weather could not be changed.')), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
