import type { Contact } from '@kirim/contract/contacts'
import { BellOff, Trash2, UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { useHidesNumbers, useMay } from '#shared/workspace/workspace-context.ts'
import { phoneForDisplay } from '../phone-display.ts'
import type { Selection } from '../selection/use-selection.ts'
import { type MoreColumns, useLastAnswer, useMoreColumns } from './contact-columns.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import type { ContactColumn } from './use-contact-view.ts'

interface ContactRowsProps {
  contacts: readonly Contact[]
  /** The key of the field that the list is filtered by; '' without one. */
  filteredBy: string
  inGroup: boolean
  sorting: SortingState<ContactColumn>
  selection: Selection
  onOpen: (contact: Contact) => void
  onRemove: (contact: Contact) => void
}

/**
 * The contacts of the list. On phones the number is below the name, with badge and tags below that;
 * field and last answer follow where their columns do not fit.
 */
export function ContactRows({
  contacts,
  filteredBy,
  sorting,
  selection,
  ...props
}: ContactRowsProps) {
  const { t } = useTranslation()
  const more = useMoreColumns(contacts, filteredBy)
  const ids = contacts.map(({ _id }) => _id)
  const selected = ids.filter(selection.has).length
  const mayWrite = useMay('contacts:write')
  const maySelect = useMaySelect()
  return (
    <Table className="table-fixed">
      <TableHead sticky>
        <tr>
          <SortableTh
            by="name"
            label={t('Name')}
            sorting={sorting}
            className="max-sm:pl-5"
            leading={
              maySelect && (
                <RowCheckbox
                  label={t('Select everyone on this page')}
                  checked={selected === ids.length}
                  partly={selected > 0 && selected < ids.length}
                  onChange={() => selection.togglePage(ids)}
                  className="-ml-2 mr-2.5 inline-grid align-middle"
                />
              )
            }
          />
          <NumberTh
            sorting={sorting}
            className={cn(
              'w-44 max-sm:hidden',
              more.field || more.hasAnswers ? 'lg:w-40' : 'lg:w-52',
            )}
          />
          {more.field && (
            <Th title={more.field.label} className="w-36 truncate max-lg:hidden">
              {more.field.label}
            </Th>
          )}
          {more.hasAnswers && <Th className="w-36 max-lg:hidden">{t('Last answer')}</Th>}
          {mayWrite && (
            <Th end className="w-14 sm:w-24">
              <span className="max-lg:sr-only">{t('Actions')}</span>
            </Th>
          )}
        </tr>
      </TableHead>
      <tbody>
        {contacts.map((contact) => (
          <ContactRow
            key={contact._id}
            contact={contact}
            more={more}
            selected={selection.has(contact._id)}
            onSelect={() => selection.toggle(contact._id, ids)}
            {...props}
          />
        ))}
      </tbody>
    </Table>
  )
}

/** Where numbers are hidden, nothing is sorted by them. */
function NumberTh(props: { sorting: SortingState<ContactColumn>; className: string }) {
  const { t } = useTranslation()
  if (useHidesNumbers()) return <Th className={props.className}>{t('Phone Number')}</Th>
  return <SortableTh by="phoneNumber" label={t('Phone Number')} {...props} />
}

interface ContactRowProps extends Pick<ContactRowsProps, 'inGroup' | 'onOpen' | 'onRemove'> {
  contact: Contact
  more: MoreColumns
  selected: boolean
  onSelect: () => void
}

function ContactRow({
  contact,
  more,
  inGroup,
  selected,
  onSelect,
  onOpen,
  onRemove,
}: ContactRowProps) {
  const { t } = useTranslation()
  const lastAnswer = useLastAnswer()
  const mayWrite = useMay('contacts:write')
  const maySelect = useMaySelect()
  const { name } = contact
  const value = more.field ? (contact.fields?.[more.field.key] ?? '') : ''
  const answer = more.hasAnswers ? lastAnswer(contact) : ''
  const Icon = inGroup ? UserMinus : Trash2
  const action = inGroup
    ? t('Remove {name} from the group', { name })
    : t('Delete {name}', { name })
  return (
    <TableRow className={cn(selected && 'bg-accent/60')}>
      <Td className="py-1.5 max-sm:pr-0 max-sm:pl-5">
        <div className="flex items-center gap-3 max-sm:items-start">
          {maySelect && (
            <RowCheckbox
              label={t('Select {name}', { name })}
              checked={selected}
              onChange={onSelect}
              className="-mx-2 max-sm:mt-1.5"
            />
          )}
          <Avatar name={name} className="size-8 max-lg:hidden" />
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 max-sm:pb-1">
            <button
              type="button"
              aria-label={t('Open {name}', { name })}
              title={name}
              onClick={() => onOpen(contact)}
              className="-my-1.5 min-h-11 max-w-full py-1.5 text-left font-medium underline-offset-4 wrap-anywhere hover:underline max-sm:basis-full max-sm:pb-0"
            >
              {/* Not on the button, whose padding would show the clipped line. */}
              <span className="line-clamp-3 sm:line-clamp-2">{name}</span>
            </button>
            <span className="tnum basis-full text-caption text-muted-foreground sm:hidden">
              <PhoneNumber number={phoneForDisplay(contact.phoneNumber)} />
            </span>
            {contact.optedOut && (
              <Badge tone="warning" icon={BellOff}>
                {t('Opted out')}
              </Badge>
            )}
            {contact.tags && <Tags names={contact.tags.map((tag) => tag.name)} />}
            <BelowName more={more} value={value} answer={contact.answeredAt ? answer : ''} />
          </div>
        </div>
      </Td>
      <Td className="tnum truncate py-1.5 text-muted-foreground max-sm:hidden">
        <PhoneNumber number={phoneForDisplay(contact.phoneNumber)} />
      </Td>
      {more.field && (
        <Td title={value} className="truncate py-1.5 max-lg:hidden">
          {value}
        </Td>
      )}
      {more.hasAnswers && (
        <Td className="tnum py-1.5 text-muted-foreground max-lg:hidden">{answer}</Td>
      )}
      {mayWrite && (
        <Td end className="py-1.5 whitespace-nowrap max-sm:align-top sm:px-4">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={action}
            title={action}
            onClick={() => onRemove(contact)}
          >
            <Icon aria-hidden="true" />
          </Button>
        </Td>
      )}
    </TableRow>
  )
}

/** There is something to do with several contacts. */
function useMaySelect(): boolean {
  const mayWrite = useMay('contacts:write')
  const mayExport = useMay('contacts:export')
  return mayWrite || mayExport
}

interface BelowNameProps {
  more: MoreColumns
  value: string
  answer: string
}

/** Field and last answer, where their columns are not shown. */
function BelowName({ more, value, answer }: BelowNameProps) {
  const { t } = useTranslation()
  if (!value && !answer) return null
  return (
    <span className="tnum max-w-full text-caption wrap-anywhere text-muted-foreground lg:hidden">
      {value && (
        <>
          <span className="sr-only">{more.field?.label}: </span>
          {value}
        </>
      )}
      {value && answer && ' · '}
      {answer && t('Last answer: {moment}', { moment: answer })}
    </span>
  )
}

const TAGS_SHOWN = 2

/** The first tags; the panel has all of them. */
function Tags({ names }: { names: readonly string[] }) {
  const { t } = useTranslation()
  const shown = names.slice(0, TAGS_SHOWN)
  return (
    <ul aria-label={t('Tags')} className="flex min-w-0 flex-wrap gap-1">
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
