import type { NodeFigures } from '@kirim/contract/cluster'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import { memoryOf } from './cluster-facts.ts'

/** A node is to hold nothing up for longer. */
const SLOW_MS = 50
const NEARLY_FULL = 0.8

/** What a node has of the memory it may have. */
export function NodeMemory({ figures }: { figures: NodeFigures | null }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (!figures) return <span className="text-muted-foreground">{t('unknown')}</span>
  const { memory, memoryLimit } = figures
  const used = memoryOf(memory)
  const limit = memoryOf(memoryLimit)
  const fullness = Math.min(1, memory / memoryLimit)
  return (
    <>
      <span className="tnum">
        {number(used.value)}
        {used.unit !== limit.unit && ` ${used.unit}`}
      </span>{' '}
      <span className="tnum text-caption text-muted-foreground">
        {t('of {total}', { total: `${number(limit.value)} ${limit.unit}` })}
      </span>
      <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-muted">
        <span
          className={cn(
            'block h-full rounded-full',
            fullness > NEARLY_FULL ? 'bg-chart-4' : 'bg-chart-1',
          )}
          style={{ width: `${fullness * 100}%` }}
        />
      </span>
    </>
  )
}

/** How long something took; amber when that holds others up. */
export function NodeTime({ ms }: { ms: number | null | undefined }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (ms === null || ms === undefined) {
    return <span className="text-muted-foreground">{t('none')}</span>
  }
  return (
    <span className={cn('tnum whitespace-nowrap', ms > SLOW_MS && 'font-medium text-warning-ink')}>
      {t('{ms} ms', { ms: number(ms) })}
    </span>
  )
}
