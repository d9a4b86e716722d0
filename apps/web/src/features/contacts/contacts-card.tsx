import type { Contact, ContactGroup, ContactSort } from '@kirim/contract/contacts'
import { BellOff, PanelRight, Pencil, Search, Trash2, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useFormat } from '#shared/i18n/format.ts'
import type { Sorting } from '#shared/list/list-view.ts'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import type { SortingState } from '#shared/list/use-list.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { Table, TableHead, TablePager, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { ContactsExport, TagFilter } from './contact-tools.tsx'
import { phoneForDisplay } from './phone-display.ts'
import { useContactPager } from './use-contact-pager.ts'

interface ContactsCardProps {
  /** Null for all contacts. */
  group: ContactGroup | null
  /** The contact that is being removed. */
  busyContactId: string | null
  onOpen: (contact: Contact) => void
  onEdit: (contact: Contact) => void
  onRemove: (contact: Contact) => void
  onUpload: () => void
}

type ContactColumn = 'name' | 'phoneNumber'

/** Newest first until a column is chosen. */
function sortOf(sorted: Sorting<ContactColumn> | null): ContactSort {
  if (!sorted) return 'newest'
  return sorted.descending ? `-${sorted.by}` : sorted.by
}

/** All contacts, or those of a group: search, order, table, pager. */
export function ContactsCard({
  group,
  busyContactId,
  onOpen,
  onEdit,
  onRemove,
  onUpload,
}: ContactsCardProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { typed, setTyped, settled: q } = useTypedSearch()
  const [sorted, setSorted] = useState<Sorting<ContactColumn> | null>(null)
  const view = useAddressView()
  const tag = view.get('tag')
  const filter = { groupId: group?._id ?? null, q, sort: sortOf(sorted), tag }
  const { query, contacts, total, ...pager } = useContactPager(filter)
  const failed = t('Failed to get contact list.')
  useErrorToast(query.error, failed, t('Loading Error'))
  return (
    <Card aria-busy={query.isPlaceholderData || undefined}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
        <h2 className="flex min-w-0 flex-1 basis-40 items-baseline text-title font-semibold">
          <span title={group?.groupName} className="truncate">
            {group ? group.groupName : t('All Contacts')}
          </span>
          {total !== null && (
            <span className="tnum ml-2 shrink-0 text-caption font-normal text-muted-foreground">
              {number(total)}
            </span>
          )}
        </h2>
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <div className="w-full sm:w-56">
            <Input
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              leading={<Search aria-hidden="true" />}
              placeholder={t('Search name or number')}
              aria-label={t('Search name or number')}
              maxLength={200}
            />
          </div>
          <TagFilter tag={tag} onTag={(next) => view.set({ tag: next })} />
          <ContactsExport filter={filter} name={group?.groupName ?? t('All Contacts')} />
        </div>
      </header>
      {!contacts && query.isPending && (
        <Loading text={t('Loading contacts...')}>
          <RowSkeletons />
        </Loading>
      )}
      {!contacts && query.isError && (
        <ErrorState
          message={messageOf(query.error, failed)}
          onRetry={() => query.refetch()}
          busy={query.isFetching}
        />
      )}
      {contacts?.length === 0 && (
        <NoContacts searching={q !== '' || tag !== ''} onUpload={onUpload} />
      )}
      {contacts && contacts.length > 0 && (
        <>
          <ContactRows
            contacts={contacts}
            inGroup={group !== null && !group.filter}
            sorting={{ current: sorted, change: setSorted }}
            busyContactId={busyContactId}
            onOpen={onOpen}
            onEdit={onEdit}
            onRemove={onRemove}
          />
          <TablePager {...pager} total={total} />
        </>
      )}
    </Card>
  )
}

interface ContactRowsProps {
  contacts: readonly Contact[]
  inGroup: boolean
  sorting: SortingState<ContactColumn>
  busyContactId: string | null
  onOpen: (contact: Contact) => void
  onEdit: (contact: Contact) => void
  onRemove: (contact: Contact) => void
}

function ContactRows({
  contacts,
  inGroup,
  sorting,
  busyContactId,
  onOpen,
  onEdit,
  onRemove,
}: ContactRowsProps) {
  const { t } = useTranslation()
  const Icon = inGroup ? UserMinus : Trash2
  const actionLabel = (name: string) =>
    inGroup ? t('Remove {name} from the group', { name }) : t('Delete {name}', { name })
  return (
    <Table className="table-fixed">
      <TableHead sticky>
        <tr>
          <SortableTh by="name" label={t('Name')} sorting={sorting} className="max-sm:pl-5" />
          <SortableTh
            by="phoneNumber"
            label={t('Phone Number')}
            sorting={sorting}
            className="w-36 sm:w-44 lg:w-52"
          />
          <Th end className="w-24 sm:w-28">
            <span className="max-lg:sr-only">{t('Actions')}</span>
          </Th>
        </tr>
      </TableHead>
      <tbody>
        {contacts.map((contact) => (
          <TableRow key={contact._id} busy={contact._id === busyContactId}>
            <Td className="py-1.5 max-sm:pl-5">
              <div className="flex items-center gap-3">
                <Avatar name={contact.name} className="size-8 max-lg:hidden" />
                <button
                  type="button"
                  aria-label={t('Edit {name}', { name: contact.name })}
                  onClick={() => onEdit(contact)}
                  className={cn(
                    'group -my-1.5 flex min-h-11 min-w-0 items-center gap-2 py-1.5 text-left',
                    !contact.optedOut && !contact.tags && 'flex-1',
                  )}
                >
                  <span
                    title={contact.name}
                    className="line-clamp-3 font-medium wrap-anywhere sm:line-clamp-2 underline-offset-4 group-hover:underline"
                  >
                    {contact.name}
                  </span>
                  <Pencil
                    className="size-3.5 text-muted-foreground opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100"
                    aria-hidden="true"
                  />
                </button>
                {contact.optedOut && <OptedOutBadge />}
                {contact.tags && <Tags names={contact.tags.map(({ name }) => name)} />}
              </div>
            </Td>
            <Td className="tnum truncate py-1.5 text-muted-foreground">
              {phoneForDisplay(contact.phoneNumber)}
            </Td>
            <Td end className="py-1.5 whitespace-nowrap sm:px-4">
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t('Open {name}', { name: contact.name })}
                title={t('Open {name}', { name: contact.name })}
                onClick={() => onOpen(contact)}
              >
                <PanelRight aria-hidden="true" />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={actionLabel(contact.name)}
                title={actionLabel(contact.name)}
                onClick={() => onRemove(contact)}
              >
                <Icon aria-hidden="true" />
              </Button>
            </Td>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

/** The first tags; the panel has all of them. */
function Tags({ names }: { names: readonly string[] }) {
  const { t } = useTranslation()
  const shown = names.slice(0, TAGS_SHOWN)
  return (
    <ul aria-label={t('Tags')} className="flex min-w-0 shrink flex-wrap gap-1 max-lg:hidden">
      {shown.map((name) => (
        <li
          key={name}
          className="max-w-32 truncate rounded-[6px] bg-neutral-soft px-1.5 text-xs leading-[22px] font-medium text-neutral-ink"
        >
          {name}
        </li>
      ))}
      {names.length > shown.length && (
        <li className="text-xs leading-[22px] text-muted-foreground">
          {t('+{n}', { n: names.length - shown.length })}
        </li>
      )}
    </ul>
  )
}

const TAGS_SHOWN = 2

/** On phones only the icon is visible; screen readers read the words. */
function OptedOutBadge() {
  const { t } = useTranslation()
  return (
    <Badge tone="warning" icon={BellOff} className="shrink-0">
      <span className="max-sm:sr-only">{t('Opted out')}</span>
    </Badge>
  )
}

function NoContacts({ searching, onUpload }: { searching: boolean; onUpload: () => void }) {
  const { t } = useTranslation()
  if (searching) {
    return (
      <EmptyState
        title={t('No contacts found')}
        description={t('No name or number here matches the search.')}
      />
    )
  }
  return (
    <EmptyState
      title={t('No contacts found')}
      description={t('Add people one by one, or bring a whole list from a spreadsheet.')}
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
      <Skeleton className="size-8 rounded-full max-lg:hidden" />
      <div className="flex-1">
        <Skeleton className={`h-3 ${width}`} />
      </div>
      <Skeleton className="h-3 w-24 sm:mr-20 lg:mr-36" />
    </div>
  ))
}
