import type { ClusterNode } from '@kirim/contract/cluster'
import { ArrowDownFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import type { ChangeNode, NodeChange } from './use-cluster.ts'

/** The one thing that can be done with a node as it stands; nothing with one that may come back. */
export function NodeAction({ node, change }: { node: ClusterNode; change: ChangeNode }) {
  const { t } = useTranslation()
  const { name, state } = node
  const button = (does: NodeChange['does'], label: string) => ({
    size: 'sm' as const,
    disabled: change.isPending,
    'aria-label': label,
    onClick: () => change.mutate({ node, does }),
  })
  if (state === 'silent') return null
  if (state === 'draining') {
    return (
      <Button {...button('serve', t('Stop draining {node}', { node: name }))}>
        {t('Stop draining')}
      </Button>
    )
  }
  if (state === 'serving') {
    return (
      <Button {...button('drain', t('Drain {node}', { node: name }))}>
        <ArrowDownFromLine aria-hidden="true" />
        {t('Drain')}
      </Button>
    )
  }
  return <Button {...button('forget', t('Remove {node}', { node: name }))}>{t('Remove')}</Button>
}
