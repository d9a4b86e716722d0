import type { Cluster, ClusterNode } from '@kirim/contract/cluster'
import { useTranslation } from 'react-i18next'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { NodeRow } from './node-row.tsx'
import { useNodeChange } from './use-cluster.ts'

/** The list of nodes. */
export function NodesCard({ cluster: { nodes, isShared } }: { cluster: Cluster }) {
  const { t } = useTranslation()
  const change = useNodeChange()
  const newest = newestVersion(nodes)
  return (
    <Card aria-labelledby="nodes" className="mb-5 min-w-0">
      <CardHeader id="nodes" title={t('Nodes')} description={t('Updated every 5 seconds')} />
      <ul aria-label={t('Nodes')}>
        {nodes.map((node) => (
          <NodeRow
            key={node.id}
            node={node}
            isOlder={isMember(node) && node.version !== newest}
            change={isShared || !isMember(node) ? change : null}
          />
        ))}
      </ul>
      <p className="border-t px-5 py-3 text-caption text-muted-foreground">
        {isShared &&
          `${t('Draining hands all numbers of a node to the others, so that you can stop it.')} `}
        {t('Event loop and database: 99th percentile of the last 5 minutes.')}
      </p>
    </Card>
  )
}

function isMember({ state }: ClusterNode): boolean {
  return state !== 'gone' && state !== 'stopped'
}

function newestVersion(nodes: readonly ClusterNode[]): string | undefined {
  return nodes
    .filter(isMember)
    .map(({ version }) => version)
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))[0]
}
