import type { ClusterNode } from '@kirim/contract/cluster'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import type { ChangeNode } from './use-cluster.ts'
import { useNodeTexts } from './use-node-texts.ts'

/** Says that a node does not answer, where its numbers are, and what to do. */
export function SilentNode({ node, change }: { node: ClusterNode; change: ChangeNode }) {
  const { t } = useTranslation()
  const texts = useNodeTexts()
  const { name, state, seenAt } = node
  return (
    <div role="alert" className="mb-5 flex gap-3 rounded-lg bg-danger-soft p-3.5 text-danger-ink">
      <CircleAlert aria-hidden="true" className="mt-px size-[18px] shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <p className="tnum font-medium">
            {t('{node} has not answered since {time}', { node: name, time: texts.at(seenAt) })}
          </p>
          <p className="text-caption">{texts.ofSilence(node)}</p>
        </div>
        {state === 'gone' && (
          <Button
            size="sm"
            className="shrink-0 self-start sm:self-auto"
            disabled={change.isPending}
            onClick={() => change.mutate({ node, does: 'forget' })}
          >
            {t('Remove {node}', { node: name })}
          </Button>
        )}
      </div>
    </div>
  )
}
