import { useTranslation } from 'react-i18next'
import { LookBadge } from '#shared/ui/look-badge.tsx'
import { NodeAction } from './node-action.tsx'
import { NodeMemory, NodeTime } from './node-figures.tsx'
import { nodeLooks } from './node-looks.ts'
import { NodeDevices, NodePlace, type NodeRow } from './node-parts.tsx'
import { useNodeTexts } from './use-node-texts.ts'

/** The nodes on a narrow screen, one below the other. */
export function NodeList({ rows }: { rows: readonly NodeRow[] }) {
  const { t } = useTranslation()
  const texts = useNodeTexts()
  return (
    <ul aria-label={t('Nodes')}>
      {rows.map(({ node, isOlder, change }) => (
        <li key={node.id} className="border-t px-4 py-3.5">
          <p className="flex items-center justify-between gap-2">
            <span className="min-w-0 font-medium wrap-anywhere">{node.name}</span>
            <LookBadge look={nodeLooks[node.state]} />
          </p>
          <NodePlace node={node} />
          <dl className="tnum mt-2 grid grid-cols-2 gap-x-4 gap-y-2 [&_dt]:text-xs [&_dt]:text-muted-foreground">
            <div>
              <dt>{t('Devices')}</dt>
              <dd>
                <NodeDevices devices={node.devices} />
              </dd>
            </div>
            <div>
              <dt>{t('Version')}</dt>
              <dd>
                {node.version}{' '}
                {isOlder && <span className="text-caption text-warning-ink">{t('older')}</span>}
              </dd>
            </div>
            <div>
              <dt>{t('Memory')}</dt>
              <dd>
                <NodeMemory figures={node.figures} />
              </dd>
            </div>
            <div>
              <dt>{t('Event loop')}</dt>
              <dd>
                <NodeTime ms={node.figures?.eventLoopMs} />
              </dd>
            </div>
          </dl>
          <div className="mt-2 flex items-center justify-between gap-3">
            <span className="tnum text-caption text-muted-foreground">{texts.ofDevices(node)}</span>
            {change && <NodeAction node={node} change={change} />}
          </div>
        </li>
      ))}
    </ul>
  )
}
