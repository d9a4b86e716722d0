import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

/** A table inside a card: head 36 px, rows 48 px (56 px with two lines). */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return <table {...props} className={cn('w-full border-t', className)} />
}

interface TableHeadProps extends ComponentProps<'thead'> {
  /** Keeps the head visible below the top bar, for tables taller than the screen. */
  sticky?: boolean
}

export function TableHead({ className, sticky = false, ...props }: TableHeadProps) {
  return (
    <thead
      {...props}
      className={cn(
        sticky
          ? 'sticky top-14 z-10 bg-[color-mix(in_oklab,var(--muted)_60%,var(--card))]'
          : 'bg-muted/60',
        className,
      )}
    />
  )
}

interface CellSide {
  /** Right-aligned, for numbers and actions. */
  end?: boolean
}

export function Th({ className, end = false, ...props }: ComponentProps<'th'> & CellSide) {
  return (
    <th
      scope="col"
      {...props}
      className={cn(
        'h-9 px-5 text-left text-xs font-medium text-muted-foreground max-sm:px-4',
        end && 'text-right max-sm:px-2',
        className,
      )}
    />
  )
}

interface TableRowProps extends ComponentProps<'tr'> {
  /** Dims and disables the row while an action on it runs. */
  busy?: boolean
}

export function TableRow({ className, busy = false, ...props }: TableRowProps) {
  return (
    <tr
      {...props}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={cn(
        'h-12 border-t transition-colors duration-100 hover:bg-muted/60',
        busy && 'pointer-events-none opacity-50',
        className,
      )}
    />
  )
}

export function Td({ className, end = false, ...props }: ComponentProps<'td'> & CellSide) {
  return (
    <td
      {...props}
      className={cn('px-5 py-2.5 max-sm:px-4', end && 'text-right max-sm:px-2', className)}
    />
  )
}

interface TablePagerProps {
  /** The first and the last visible row, counted from 1. */
  from: number
  to: number
  total: number | null
  /** Undefined on the first or last page. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** "1 to 50 of 2,000", previous and next. */
export function TablePager({ from, to, total, onPrevious, onNext }: TablePagerProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const range = { from: number(from), to: number(to) }
  return (
    <div className="flex items-center justify-between gap-3 border-t px-5 py-2.5">
      <p className="tnum text-caption text-muted-foreground">
        {total === null
          ? t('{from} to {to}', range)
          : t('{from} to {to} of {total}', { ...range, total: number(total) })}
      </p>
      <div className="flex gap-1">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('Previous page')}
          disabled={!onPrevious}
          onClick={onPrevious}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('Next page')}
          disabled={!onNext}
          onClick={onNext}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </div>
  )
}
