import { fullnessOf, type QuotaUse } from '@kirim/contract/quotas'
import { cn } from '#shared/ui/cn.ts'

const NEARLY_FULL = 0.8

/** Shows the used part of a quota. Show the numbers as text, too. */
export function QuotaBar({ use, className }: { use: QuotaUse; className?: string }) {
  const fullness = Math.min(1, fullnessOf(use))
  return (
    <span
      aria-hidden="true"
      className={cn(
        'block h-1.5 overflow-hidden rounded-full bg-neutral-soft ring-1 ring-inset ring-input/60',
        className,
      )}
    >
      <span
        className={cn('block h-full rounded-full', toneOf(fullness))}
        style={{ width: `${fullness * 100}%`, minWidth: use.used > 0 ? 3 : 0 }}
      />
    </span>
  )
}

function toneOf(fullness: number): string {
  if (fullness >= 1) return 'bg-destructive'
  return fullness >= NEARLY_FULL ? 'bg-warning' : 'bg-primary'
}
