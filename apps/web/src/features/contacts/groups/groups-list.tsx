import type { ContactGroup } from '@kirim/contract/contacts'
import { BellOff, BookUser, ListFilter, Plus, Tags, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Skeleton } from '#shared/ui/loading.tsx'
import { RowActions } from '#shared/ui/menu.tsx'
import { useOptOutCount } from '../contact-queries.ts'
import { GroupEntry } from './group-entry.tsx'
import { GroupItems, type GroupItemsProps } from './group-items.tsx'
import type { GroupsPanelProps } from './groups-panel-props.ts'

/** Beside the contacts: the groups and segments, each with its menu. */
export function GroupsList({
  groups,
  failed,
  total,
  selected,
  onSelect,
  onCreate,
  ...actions
}: GroupsPanelProps) {
  const { t } = useTranslation()
  const plain = groups?.filter((group) => !group.filter)
  const segments = groups?.filter((group) => group.filter)
  const entryOf = (group: ContactGroup) => ({
    name: group.groupName,
    count: group.contactCount,
    current: group._id === selected?._id,
    onSelect: () => onSelect(group._id),
    menu: <GroupMenu group={group} {...actions} />,
  })
  return (
    <nav aria-label={t('Contact groups')} className="max-md:hidden">
      <ul className="flex flex-col gap-0.5">
        <GroupEntry
          icon={BookUser}
          name={t('All Contacts')}
          count={total}
          current={!selected}
          onSelect={() => onSelect(null)}
        />
        <OptOutsEntry />
        <li>
          <button type="button" onClick={actions.onDetails} className={entryClasses}>
            <Tags className="size-4 text-muted-foreground" aria-hidden="true" />
            {t('Fields and tags')}
          </button>
        </li>
      </ul>
      <ListHeading title={t('Groups')} add={t('New group')} onAdd={onCreate} />
      {!groups && !failed && <GroupSkeletons />}
      {plain?.length === 0 && (
        <p className="px-2.5 py-1.5 text-caption text-muted-foreground">
          {t('No groups yet. A campaign needs one to send to.')}
        </p>
      )}
      {/* Scrolls by itself beside the contacts when there are many. */}
      <ul className="-m-1 flex max-h-[max(320px,calc(100dvh-320px))] flex-col gap-0.5 overflow-y-auto p-1">
        {plain?.map((group) => (
          <GroupEntry key={group._id} {...entryOf(group)} icon={Users} />
        ))}
      </ul>
      <ListHeading
        title={t('Segments')}
        add={t('New segment')}
        onAdd={() => actions.onSegment('new')}
      />
      <ul className="flex flex-col gap-0.5">
        {segments?.map((group) => (
          <GroupEntry key={group._id} {...entryOf(group)} icon={ListFilter} />
        ))}
      </ul>
    </nav>
  )
}

interface ListHeadingProps {
  title: string
  /** The name of the button. */
  add: string
  onAdd: () => void
}

function ListHeading({ title, add, onAdd }: ListHeadingProps) {
  return (
    <div className="mt-3 mb-1.5 flex h-8 items-center justify-between pl-2.5">
      <h2 className="text-caption font-medium text-muted-foreground">{title}</h2>
      <Button variant="ghost" size="sm" onClick={onAdd}>
        <Plus aria-hidden="true" />
        {add}
      </Button>
    </div>
  )
}

function GroupMenu(props: GroupItemsProps) {
  return (
    <RowActions name={props.group.groupName}>
      <GroupItems {...props} />
    </RowActions>
  )
}

/** An entry that leads elsewhere. */
const entryClasses =
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left transition-colors duration-100 hover:bg-accent pointer-coarse:h-11'

/** Leads to the page of those who opted out of all groups. */
function OptOutsEntry() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const count = useOptOutCount()
  return (
    <li>
      <Link to="/opt-outs" className={entryClasses}>
        <BellOff className="size-4 text-muted-foreground" aria-hidden="true" />
        <span className="min-w-0 flex-1">{t('Opt-outs')}</span>
        <span className="tnum text-caption text-muted-foreground">
          {count !== undefined && number(count)}
        </span>
      </Link>
    </li>
  )
}

function GroupSkeletons() {
  return (
    <div aria-hidden="true" className="animate-appear">
      {['w-32', 'w-24', 'w-28'].map((width) => (
        <div key={width} className="flex h-9 items-center gap-2.5 px-2.5">
          <Skeleton className="size-4" />
          <Skeleton className={cn('h-3', width)} />
        </div>
      ))}
    </div>
  )
}
