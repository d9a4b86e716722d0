import type { Cluster } from '@kirim/contract/cluster'
import { Clock, Radio } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { useIsLarge } from '#shared/ui/use-is-wide.ts'
import { takesPart, versionsOf } from './cluster-facts.ts'
import { NodeList } from './node-list.tsx'
import { NodeTable } from './node-table.tsx'
import type { ChangeNode } from './use-cluster.ts'

interface NodesCardProps {
  cluster: Cluster
  /** Of when the figures are, once later ones stay away (epoch ms). */
  asOf: number | null
  change: ChangeNode
}

/** The nodes, and what an admin may do with each. */
export function NodesCard({ cluster, asOf, change }: NodesCardProps) {
  const { t } = useTranslation()
  const { clock } = useFormat()
  const isLarge = useIsLarge()
  const [newest] = versionsOf(cluster.nodes)
  const rows = cluster.nodes.map((node) => ({
    node,
    isOlder: node.figures !== null && node.version !== newest,
    change: cluster.isShared || !takesPart(node) ? change : null,
  }))
  return (
    <Card aria-labelledby="nodes" className="mb-5 min-w-0">
      <CardHeader
        id="nodes"
        title={t('Nodes')}
        description={t('Measured every 5 s')}
        action={
          asOf === null ? (
            <Badge tone="neutral" icon={Radio}>
              {t('Live')}
            </Badge>
          ) : (
            <Badge tone="warning" icon={Clock}>
              {t('as of {time}', { time: clock(asOf) })}
            </Badge>
          )
        }
      />
      {isLarge ? <NodeTable rows={rows} /> : <NodeList rows={rows} />}
      <p className="border-t px-5 py-3 text-caption text-muted-foreground">
        {cluster.isShared &&
          `${t('Draining hands every number to the other nodes before the node stops.')} `}
        {t('Event loop and database: 99th percentile of the last 5 minutes.')}
      </p>
    </Card>
  )
}
