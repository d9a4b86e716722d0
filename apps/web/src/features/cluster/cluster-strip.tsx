import type { Cluster } from '@kirim/contract/cluster'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import { sumsOf, takesPart, versionsOf } from './cluster-facts.ts'

/** What all nodes do together, in four figures. */
export function ClusterStrip({ cluster }: { cluster: Cluster }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { devices, waiting, isShared } = cluster
  const { messagesAMinute, sending, takeOverSeconds } = sumsOf(cluster)
  return (
    <div
      className={cn(
        'mb-5 grid grid-cols-2 rounded-lg border bg-card [&>*:nth-child(even)]:border-l max-lg:[&>*:nth-child(n+3)]:border-t lg:[&>*:nth-child(3)]:border-l',
        isShared ? 'lg:grid-cols-4' : 'lg:grid-cols-3',
      )}
    >
      <Cell
        label={t('Numbers')}
        caption={
          waiting === 0 ? t('all assigned') : t('{n} waiting for a node', { n: number(waiting) })
        }
        isOdd={waiting > 0}
      >
        {number(devices)}
      </Cell>
      <Cell
        label={t('Messages a minute')}
        caption={
          sending === 1 ? t('1 number sending') : t('{n} numbers sending', { n: number(sending) })
        }
      >
        {number(messagesAMinute)}
      </Cell>
      {isShared && (
        <Cell
          label={t('Take-over')}
          caption={
            takeOverSeconds === null ? t('none yet; target 15 s') : t('the latest; target 15 s')
          }
        >
          {takeOverSeconds === null ? t('none') : durationText(takeOverSeconds, t)}
        </Cell>
      )}
      <Versions cluster={cluster} />
    </div>
  )
}

function Versions({ cluster: { nodes } }: { cluster: Cluster }) {
  const { t } = useTranslation()
  const { number, list } = useFormat()
  const [newest, ...older] = versionsOf(nodes)
  const olderNodes = nodes.filter(takesPart).filter(({ version }) => version !== newest)
  const caption = older.map((version) => {
    const names = olderNodes.filter((node) => node.version === version).map(({ name }) => name)
    return t('{version} on {nodes}', { version, nodes: list(names) })
  })
  return (
    <Cell
      label={t('Versions')}
      caption={caption.length > 0 ? caption.join(', ') : newest}
      isOdd={older.length > 0}
    >
      {number(older.length + 1)}
    </Cell>
  )
}

interface CellProps {
  label: string
  caption: ReactNode
  /** Amber: worth a look. */
  isOdd?: boolean
  children: ReactNode
}

function Cell({ label, caption, isOdd = false, children }: CellProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would stand for controls; these are figures.
    <div role="group" aria-labelledby={id} className="min-w-0 px-5 py-4">
      <p id={id} className="text-caption text-muted-foreground">
        {label}
      </p>
      <p className={cn('tnum mt-1 text-page font-semibold', isOdd && 'text-warning-ink')}>
        {children}
      </p>
      <p className="mt-0.5 text-xs wrap-anywhere text-muted-foreground">{caption}</p>
    </div>
  )
}
