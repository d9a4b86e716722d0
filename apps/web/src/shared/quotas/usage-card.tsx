import { ownQuotas, type QuotaUse } from '@kirim/contract/quotas'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { callQuery } from '#shared/api/query.ts'
import { useUser } from '#shared/auth/auth-context.ts'
import { QuotaLine } from '#shared/quotas/quota-line.tsx'
import { useQuotaFormat } from '#shared/quotas/use-quota-format.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { Card, CardHeader, CardSection } from '#shared/ui/card.tsx'
import { QueryStatus } from '#shared/ui/error-state.tsx'

/** The quota usage of the signed-in user. */
export function UsageCard() {
  const { t } = useTranslation()
  const { role } = useUser()
  const usage = useQuery({ ...callQuery(ownQuotas), staleTime: 0 })
  useRealtimeEvent('account_changed', () => void usage.refetch())
  return (
    <Card aria-labelledby="usage" className="min-w-0">
      <CardHeader
        id="usage"
        title={t('Usage')}
        description={t('An action that would exceed a limit is rejected entirely.')}
      />
      {role === 'admin' && (
        <p className="px-5 pb-3.5 text-xs text-muted-foreground">
          <Trans
            i18nKey="You can set your quotas yourself: open the menu of your row in <a>Admin Users</a>."
            components={{ a: <Link to="/admin/users" className="font-medium text-primary" /> }}
          />
        </p>
      )}
      {usage.data ? (
        <ul>
          {usage.data.map((use) => (
            <li key={use.quota}>
              <CardSection>
                <QuotaLine use={use} />
                <SetByAdmin use={use} />
              </CardSection>
            </li>
          ))}
        </ul>
      ) : (
        <QueryStatus
          query={usage}
          loading={t('Loading your usage...')}
          failed={t('Your usage could not be loaded.')}
        />
      )}
    </Card>
  )
}

function SetByAdmin({ use: { quota, limit, ofPlan } }: { use: QuotaUse }) {
  const { t } = useTranslation()
  const { amount } = useQuotaFormat()
  if (limit === ofPlan) return null
  return (
    <p className="mt-1.5 text-xs text-muted-foreground">
      {t('Set by an admin. Your plan limit: {n}.', { n: amount(quota, ofPlan) })}
    </p>
  )
}
