import { OptOutStanding } from '@kirim/contract/opt-outs'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { PeopleSearch } from '#shared/list/people-search.tsx'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import type { OpenDialog } from './opt-out-dialogs.tsx'
import type { OptOutView } from './opt-out-queries.ts'
import { OptOutRows } from './opt-out-table.tsx'

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
          <PeopleSearch value={view.typed} onChange={view.setTyped} className="sm:w-60" />
        )}
        {!isEmpty && <Filters view={view} />}
      </header>
      {!people && list.isPending && <Loading text={t('Loading opt-outs...')} />}
      {!people && list.isError && (
        <ErrorState message={messageOf(list.error, failed)} query={list} />
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
  return t('{n} people opted out', { count: out, n: number(out) })
}

const FILTERS: Readonly<Record<OptOutStanding, string>> = {
  message: textKey('By message'),
  owner: textKey('By hand'),
  import: textKey('By import'),
  back: textKey('Opted back in'),
}

/** A button for each filter, with its count. */
function Filters({ view: { counts, total, standing, choose } }: { view: OptOutView }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <fieldset className="flex w-full flex-wrap gap-1.5">
      <legend className="sr-only">{t('Show')}</legend>
      {[null, ...OptOutStanding.options].map((value) => {
        const count = value ? counts?.[value] : total
        return (
          <Button
            key={value}
            size="sm"
            aria-pressed={value === standing}
            onClick={() => choose(value)}
            className={cn(
              'font-normal',
              value === standing && 'border-primary bg-accent font-medium',
            )}
          >
            {value ? t(FILTERS[value]) : t('All')}
            {typeof count === 'number' && (
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
  const mayWrite = useMay('opt-outs:write')
  if (view.total !== 0 && view.isNarrowed) {
    return (
      <EmptyState
        title={t('No one found')}
        description={t('No one in this list matches the filter and the search.')}
        action={<Button onClick={view.showEveryone}>{t('Show everyone')}</Button>}
      />
    )
  }
  if (!mayWrite) {
    return (
      <EmptyState
        title={t('No one has opted out.')}
        description={t('People who reply STOP appear here and get no more campaigns.')}
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
