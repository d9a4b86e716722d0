import type { ClusterNode } from '@kirim/contract/cluster'
import { ArrowDownFromLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { LookBadge } from '#shared/ui/look-badge.tsx'
import { nodeLooks } from './node-looks.ts'
import type { ChangeNode, NodeChange } from './use-cluster.ts'
import { useNodeTexts } from './use-node-texts.ts'

const MEGABYTE = 1024 ** 2

interface NodeRowProps {
  node: ClusterNode
  /** Whether another node runs a newer version. */
  isOlder: boolean
  /** Null if the node cannot be changed. */
  change: ChangeNode | null
}

/** One node: its state, numbers, load, and the action of an admin. */
export function NodeRow({ node, isOlder, change }: NodeRowProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const texts = useNodeTexts()
  const { name, state, devices, version, figures } = node
  const megabytes = (bytes: number) => number(Math.round(bytes / MEGABYTE))
  const ms = (value: number | null) => value !== null && t('{ms} ms', { ms: number(value) })
  return (
    <li aria-label={name} className="tnum border-t px-5 py-3.5 max-sm:px-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium wrap-anywhere">{name}</span>
            <LookBadge look={nodeLooks[state]} />
          </p>
          <p className="mt-0.5 text-caption wrap-anywhere text-muted-foreground">
            {texts.about(node)}
          </p>
        </div>
        {change && <NodeAction node={node} change={change} />}
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-6">
        <Figure label={t('Devices')} note={texts.ofDevices(node)}>
          {number(devices)}
        </Figure>
        <Figure label={t('Version')} note={isOlder && t('older')}>
          {version}
        </Figure>
        {figures && (
          <>
            <Figure label={t('Messages a minute')}>{number(figures.messagesAMinute)}</Figure>
            <Figure label={t('Memory')}>
              {t('{used} of {limit} MB', {
                used: megabytes(figures.memory),
                limit: megabytes(figures.memoryLimit),
              })}
            </Figure>
            <Figure label={t('Event loop')}>{ms(figures.eventLoopMs) || t('none')}</Figure>
            <Figure label={t('Database')}>{ms(figures.databaseMs) || t('none')}</Figure>
          </>
        )}
      </dl>
    </li>
  )
}

interface FigureProps {
  label: string
  note?: string | false | null
  children: ReactNode
}

function Figure({ label, note, children }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere">
        {children} {note && <span className="text-caption text-muted-foreground">{note}</span>}
      </dd>
    </div>
  )
}

/** No action for a silent node, which may come back. */
function NodeAction({ node, change }: { node: ClusterNode; change: ChangeNode }) {
  const { t } = useTranslation()
  const { name, state } = node
  const button = (action: NodeChange['action'], label: string) => ({
    size: 'sm' as const,
    disabled: change.isPending,
    'aria-label': label,
    onClick: () => change.mutate({ node, action }),
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
