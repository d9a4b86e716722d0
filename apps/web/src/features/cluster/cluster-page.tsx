import type { Cluster } from '@kirim/contract/cluster'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { AdminTabs } from '#shared/routing/admin-tabs.tsx'
import { Alert } from '#shared/ui/alert.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { EventsCard } from './events-card.tsx'
import { NodesCard } from './nodes-card.tsx'
import { useCluster } from './use-cluster.ts'
import { useNodeTexts } from './use-node-texts.ts'

/** The servers on this database. Loaded for admins only; others see 'Access denied'. */
export function ClusterPage() {
  const { t } = useTranslation()
  const isAdmin = useUser().role === 'admin'
  const query = useCluster({ enabled: isAdmin })
  const isRefused = query.error instanceof ApiError && query.error.status === 403
  if (!isAdmin || isRefused) {
    return (
      <>
        <PageHeader title={t('Cluster')} />
        <Alert title={t('Access denied')} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('Cluster')}
        description={query.data && <Summary cluster={query.data} />}
      />
      <AdminTabs />
      {query.data ? (
        <>
          <NodesCard cluster={query.data} />
          <EventsCard events={query.data.events} />
        </>
      ) : (
        <Card aria-labelledby="nodes">
          <CardHeader id="nodes" title={t('Nodes')} />
          {query.isError ? (
            <ErrorState message={t('Could not load the nodes.')} query={query} />
          ) : (
            <Loading text={t('Loading nodes...')} />
          )}
        </Card>
      )}
    </>
  )
}

function Summary({ cluster: { isShared, nodes, devices } }: { cluster: Cluster }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const numbers = useNodeTexts().numbers(devices)
  const known = nodes.filter(({ state }) => state !== 'stopped').length
  if (!isShared) {
    return t('This server has {numbers}. On PostgreSQL, several servers can share them.', {
      numbers,
    })
  }
  if (known < 2) {
    return t(
      'This node has {numbers}. Start another one on the same PostgreSQL database to share them.',
      { numbers },
    )
  }
  return t('{nodes} nodes share {numbers}.', { nodes: number(known), numbers })
}
