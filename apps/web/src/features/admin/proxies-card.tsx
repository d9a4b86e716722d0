import { proxyPolicy, setProxyPolicy } from '@kirim/contract/device-proxy'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Card, CardBody } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Switch } from '#shared/ui/switch.tsx'

/** Setting: whether members may set proxies for their numbers. */
export function ProxiesCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const id = useId()
  const { data, isError, isFetching, refetch } = useQuery(callQuery(proxyPolicy))
  const change = useSingleMutation({
    mutationFn: (membersMay: boolean) => request(setProxyPolicy, { body: { membersMay } }),
    onSuccess: (saved) => {
      client.setQueryData(callQuery(proxyPolicy).queryKey, saved)
      toast({ title: t('Proxy setting updated.'), tone: 'success' })
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('Failed to update the proxy setting.')), tone: 'error' }),
  })
  const membersMay = change.isPending ? change.variables : data?.membersMay
  return (
    <Card aria-labelledby={id} className="mb-5 min-w-0">
      {isError && !data ? (
        <CardBody>
          <ErrorState
            message={t('Failed to load the proxy setting.')}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        </CardBody>
      ) : (
        <div className="flex items-start justify-between gap-4 px-5 py-4">
          <div className="min-w-0">
            <h2 id={id} className="text-title font-semibold">
              {t('Proxies')}
            </h2>
            <p id={`${id}-note`} className="text-caption text-muted-foreground">
              {t('Members can set proxies for their numbers. Proxies already set stay in use.')}
            </p>
          </div>
          <Switch
            aria-label={t('Let members set proxies')}
            aria-describedby={`${id}-note`}
            checked={membersMay ?? false}
            disabled={membersMay === undefined || change.isPending}
            onCheckedChange={change.mutate}
          />
        </div>
      )}
    </Card>
  )
}
