import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { OrderSelect } from '#shared/list/order-select.tsx'
import { PeopleSearch } from '#shared/list/people-search.tsx'
import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { useHidesNumbers, useMay } from '#shared/workspace/workspace-context.ts'
import { CONTACTS_PER_PAGE, listQuery, useContactPage } from '../contact-queries.ts'
import { ContactsExport } from '../selection/contacts-export.tsx'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { ActiveFilters, FilterButton } from './contact-filters.tsx'
import { ContactRows } from './contact-rows.tsx'
import { type ContactView, useContactView } from './use-contact-view.ts'

interface ContactsCardProps {
  /** Null for all contacts. */
  group: ContactGroup | null
  groups: readonly ContactGroup[]
  onOpen: (contact: Contact) => void
  onRemove: (contact: Contact) => void
  onUpload: () => void
}

/** All contacts, or those of a group, with search, filter, order, pager and selection. */
export function ContactsCard({ group, groups, onOpen, onRemove, onUpload }: ContactsCardProps) {
  const { t } = useTranslation()
  const view = useContactView(group?._id ?? null)
  const { filter } = view
  // Starts again when the filter changes.
  const place = useCursor(JSON.stringify([filter.groupId, listQuery(filter)]))
  const query = useContactPage(filter, place.cursor)
  const pager = useCursorPager(place, query.data, query.isPlaceholderData, CONTACTS_PER_PAGE)
  const { total } = pager
  const contacts = query.data?.items
  const selection = useSelection(filter)
  const failed = t('Failed to get contact list.')
  useErrorToast(query.error, failed, t('Loading Error'))
  const name = group?.groupName ?? t('All Contacts')
  return (
    <div className="min-w-0">
      <Card aria-busy={query.isPlaceholderData || undefined}>
        <CardTop name={name} total={total} view={view} />
        {!contacts && query.isPending && (
          <Loading text={t('Loading contacts...')}>
            <RowSkeletons />
          </Loading>
        )}
        {!contacts && query.isError && (
          <ErrorState message={messageOf(query.error, failed)} query={query} />
        )}
        {contacts?.length === 0 && <NoContacts searching={view.isNarrowed} onUpload={onUpload} />}
        {contacts && contacts.length > 0 && (
          <>
            <ContactRows
              contacts={contacts}
              filteredBy={view.narrowing.field}
              inGroup={group !== null && !group.filter}
              sorting={view.sorting}
              selection={selection}
              onOpen={onOpen}
              onRemove={onRemove}
            />
            <TablePager {...pager} />
          </>
        )}
      </Card>
      <SelectionBar
        selection={selection}
        total={total}
        name={name}
        filter={view.filter}
        groups={groups}
        group={group}
      />
    </div>
  )
}

interface CardTopProps {
  name: string
  total: number | null
  view: ContactView
}

function CardTop({ name, total, view }: CardTopProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const hidesNumbers = useHidesNumbers()
  return (
    <header className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <h2 className="flex min-w-0 flex-1 basis-40 items-baseline text-title font-semibold">
        <span title={name} className="truncate">
          {name}
        </span>
        {total !== null && (
          <span className="tnum ml-2 shrink-0 text-caption font-normal text-muted-foreground">
            {number(total)}
          </span>
        )}
      </h2>
      <div className="flex w-full flex-wrap gap-2 sm:w-auto">
        <PeopleSearch
          value={view.typed}
          onChange={view.setTyped}
          className="min-w-0 max-sm:w-auto max-sm:flex-1 max-sm:basis-44 sm:w-56"
        />
        <FilterButton narrowing={view.narrowing} onNarrow={view.narrow} />
        <OrderSelect
          className="min-w-0 flex-1 basis-40 sm:hidden"
          columns={[
            { by: 'name', label: t('Name') },
            ...(hidesNumbers ? [] : [{ by: 'phoneNumber' as const, label: t('Phone Number') }]),
          ]}
          sorting={view.sorting}
        />
        <ContactsExport filter={view.filter} name={name} />
      </div>
      <ActiveFilters narrowing={view.narrowing} onNarrow={view.narrow} />
    </header>
  )
}

function NoContacts({ searching, onUpload }: { searching: boolean; onUpload: () => void }) {
  const { t } = useTranslation()
  const mayWrite = useMay('contacts:write')
  if (searching) {
    return (
      <EmptyState
        title={t('No contacts found')}
        description={t('No contact matches the search and the filter.')}
      />
    )
  }
  if (!mayWrite) return <EmptyState title={t('No contacts found')} />
  return (
    <EmptyState
      title={t('No contacts found')}
      description={t('Add people one by one, or import a list from a spreadsheet.')}
      action={<Button onClick={onUpload}>{t('Upload Contacts from File')}</Button>}
    />
  )
}

const SKELETONS = ['w-36', 'w-28', 'w-44', 'w-32', 'w-40', 'w-28']

function RowSkeletons() {
  return SKELETONS.map((width, index) => (
    // The list never changes; its place is its name.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div key={index} className="flex h-12 items-center gap-3 border-t px-5">
      <Skeleton className="size-4" />
      <Skeleton className="size-8 rounded-full max-lg:hidden" />
      <div className="flex-1">
        <Skeleton className={`h-3 ${width}`} />
      </div>
      <Skeleton className="h-3 w-24 max-sm:hidden sm:mr-20 lg:mr-36" />
    </div>
  ))
}
