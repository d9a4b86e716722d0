import { OptOutStanding } from '@kirim/contract/opt-outs'
import { ListFilter, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { ListSearch } from '#shared/list/list-search.tsx'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { useIsWide } from '#shared/ui/use-is-wide.ts'
import type { OpenDialog } from './opt-out-dialogs.tsx'
import { totalOf } from './opt-out-queries.ts'

import { OptOutRows } from './opt-out-table.tsx'
import { OptOutsLoading } from './opt-outs-loading.tsx'
import { standingNames } from './standing-names.ts'
import type { OptOutView } from './use-opt-out-view.ts'

interface OptOutsCardProps {
  view: OptOutView
  onOpen: (dialog: OpenDialog) => void
}

/** The list with its filters, search and pages. */
export function OptOutsCard({ view, onOpen }: OptOutsCardProps) {
  const { t } = useTranslation()
  const { list, pager } = view
  const failed = t('Failed to load the opt-outs.')
  useErrorToast(list.error, failed)
  const people = list.data?.items
  const isEmpty = view.total === 0
  return (
    <Card
      aria-labelledby="opt-outs"
      aria-busy={list.isPlaceholderData || undefined}
      className="min-w-0"
    >
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 py-3.5 max-sm:px-4">
        <h2 id="opt-outs" className="tnum text-title font-semibold">
          <Heading view={view} />
        </h2>
        {!isEmpty && (
          <ListSearch
            value={view.typed}
            onChange={view.setTyped}
            label={t('Search name or number')}
            className="sm:w-60"
          />
        )}
        {!isEmpty && <Filters view={view} />}
      </header>
      {!people && list.isPending && <OptOutsLoading />}
      {!people && list.isError && (
        <ErrorState
          message={messageOf(list.error, failed)}
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
        />
      )}
      {people?.length === 0 && <Nobody view={view} onOpen={onOpen} />}
      {people && people.length > 0 && (
        <>
          <OptOutRows people={people} onOpen={onOpen} />
          <TablePager {...pager} />
        </>
      )}
    </Card>
  )
}

function Heading({ view: { out } }: { view: OptOutView }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (out === null) return t('Opt-outs')
  if (out === 0) return t('No opt-outs')
  if (out === 1) return t('1 person opted out')
  return t('{n} people opted out', { n: number(out) })
}

/** Everybody, and each filter with its count; a select on phones. */
function Filters({ view }: { view: OptOutView }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const isWide = useIsWide()
  const { counts, standing, choose } = view
  const all = { value: 'all', label: t('All'), count: counts && totalOf(counts, null) }
  const options = [
    all,
    ...OptOutStanding.options.map((value) => ({
      value,
      label: t(standingNames[value]),
      count: counts?.[value],
    })),
  ]
  if (!isWide) {
    return (
      <Select
        className="w-full"
        aria-label={t('Show')}
        icon={<ListFilter aria-hidden="true" />}
        value={standing ?? all.value}
        onValueChange={choose}
        options={options.map(({ value, label, count }) => ({
          value,
          label,
          ...(count !== undefined && { detail: number(count) }),
        }))}
      />
    )
  }
  return (
    <fieldset className="flex w-full flex-wrap gap-1.5">
      <legend className="sr-only">{t('Show')}</legend>
      {options.map(({ value, label, count }) => {
        const pressed = value === (standing ?? all.value)
        return (
          <Button
            key={value}
            size="sm"
            aria-pressed={pressed}
            onClick={() => choose(value)}
            className={cn('font-normal', pressed && 'border-primary bg-accent font-medium')}
          >
            {label}
            {count !== undefined && (
              <span className="tnum text-muted-foreground">{number(count)}</span>
            )}
          </Button>
        )
      })}
    </fieldset>
  )
}

function Nobody({ view, onOpen }: OptOutsCardProps) {
  const { t } = useTranslation()
  if (view.total !== 0 && view.isNarrowed) {
    return (
      <EmptyState
        title={t('No one found')}
        description={t('No one in this list matches the filter and the search.')}
        action={<Button onClick={view.everybody}>{t('Show everyone')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      title={t('No one has opted out.')}
      description={t(
        'People who reply STOP appear here and get no more campaigns. Add people who asked elsewhere by hand or from a file.',
      )}
      action={
        <Button onClick={() => onOpen({ kind: 'add', phoneNumber: '' })}>
          <Plus aria-hidden="true" />
          {t('Add a number')}
        </Button>
      }
    />
  )
}
