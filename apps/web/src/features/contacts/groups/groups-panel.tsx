import type { ContactGroup } from '@kirim/contract/contacts'
import {
  BellOff,
  BookUser,
  Ellipsis,
  ListFilter,
  type LucideIcon,
  Pencil,
  Plus,
  SlidersHorizontal,
  Tags,
  Trash2,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Menu, MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { Select } from '#shared/ui/select.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useOptOutCount } from '../contact-queries.ts'
import type { OpenDialog } from '../open-dialog.ts'

interface GroupsPanelProps {
  /** Undefined while loading. */
  groups: readonly ContactGroup[] | undefined
  /** The number of all contacts; undefined while it is loading. */
  total: number | undefined
  /** The selected group; null for all contacts. */
  selected: ContactGroup | null
  onSelect: (groupId: string | null) => void
  onOpen: (dialog: OpenDialog) => void
}

/** All contacts and the groups with their counts; a select on phones. */
export function GroupsPanel(props: GroupsPanelProps) {
  return (
    <>
      <GroupsList {...props} />
      <GroupsSelect {...props} />
    </>
  )
}

function GroupsList({ groups, total, selected, onSelect, onOpen }: GroupsPanelProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const optOuts = useOptOutCount()
  const mayWrite = useMay('contacts:write')
  const segments = groups?.filter((group) => group.filter)
  const entryOf = (group: ContactGroup) => (
    <GroupEntry
      key={group._id}
      icon={group.filter ? ListFilter : Users}
      name={group.groupName}
      count={group.contactCount}
      current={group._id === selected?._id}
      onSelect={() => onSelect(group._id)}
      menu={
        mayWrite && (
          <RowActions name={group.groupName}>
            <GroupItems group={group} onOpen={onOpen} />
          </RowActions>
        )
      }
    />
  )
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
        <Allowed to="opt-outs:read">
          <li>
            <Link to="/opt-outs" className={entryClasses}>
              <BellOff className="size-4 text-muted-foreground" aria-hidden="true" />
              <span className="min-w-0 flex-1">{t('Opt-outs')}</span>
              <span className="tnum text-caption text-muted-foreground">
                {optOuts !== undefined && number(optOuts)}
              </span>
            </Link>
          </li>
        </Allowed>
        <GroupEntry
          icon={Tags}
          name={t('Fields and tags')}
          count={undefined}
          current={false}
          onSelect={() => onOpen({ kind: 'details' })}
        />
      </ul>
      <ListHeading
        title={t('Groups')}
        add={t('New group')}
        onAdd={() => onOpen({ kind: 'group' })}
      />
      {groups?.every((group) => group.filter) && (
        <p className="px-2.5 py-1.5 text-caption text-muted-foreground">
          {mayWrite ? t('No groups yet. A campaign needs one to send to.') : t('No groups yet.')}
        </p>
      )}
      {/* Scrolls by itself beside the contacts when there are many. */}
      <ul className="-m-1 flex max-h-[max(320px,calc(100dvh-320px))] flex-col gap-0.5 overflow-y-auto p-1">
        {groups?.filter((group) => !group.filter).map(entryOf)}
      </ul>
      {(mayWrite || segments?.length !== 0) && (
        <ListHeading
          title={t('Segments')}
          add={t('New segment')}
          onAdd={() => onOpen({ kind: 'segment', segment: 'new' })}
        />
      )}
      <ul className="flex flex-col gap-0.5">{segments?.map(entryOf)}</ul>
    </nav>
  )
}

function ListHeading({ title, add, onAdd }: { title: string; add: string; onAdd: () => void }) {
  return (
    <div className="mt-3 mb-1.5 flex h-8 items-center justify-between pl-2.5">
      <h2 className="text-caption font-medium text-muted-foreground">{title}</h2>
      <Allowed to="contacts:write">
        <Button variant="ghost" size="sm" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {add}
        </Button>
      </Allowed>
    </div>
  )
}

const entryClasses =
  'flex h-9 w-full min-w-0 flex-1 items-center gap-2.5 rounded-md px-2.5 text-left transition-colors duration-100 hover:bg-accent pointer-coarse:h-11'

interface GroupEntryProps {
  icon: LucideIcon
  name: string
  count: number | undefined
  current: boolean
  onSelect: () => void
  menu?: ReactNode
}

/** A group, or all contacts, with the number of contacts. */
function GroupEntry({ icon: Icon, name, count, current, onSelect, menu }: GroupEntryProps) {
  const { number } = useFormat()
  return (
    <li className="group relative flex items-center">
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onSelect}
        className={cn(entryClasses, current && 'bg-accent font-medium')}
      >
        <Icon className="size-4 text-muted-foreground" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span
          className={cn(
            'tnum text-caption font-normal text-muted-foreground',
            menu && 'group-focus-within:mr-7 group-hover:mr-7 pointer-coarse:mr-9',
            menu && current && 'mr-7',
          )}
        >
          {count !== undefined && number(count)}
        </span>
      </button>
      {menu && (
        <div
          className={cn(
            'absolute right-1 transition-opacity duration-100 group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100',
            !current && 'opacity-0',
          )}
        >
          {menu}
        </div>
      )}
    </li>
  )
}

/** The actions for a group or segment. */
function GroupItems({ group, onOpen }: { group: ContactGroup } & Pick<GroupsPanelProps, 'onOpen'>) {
  const { t } = useTranslation()
  return (
    <>
      {group.filter && (
        <MenuItem
          icon={SlidersHorizontal}
          onSelect={() => onOpen({ kind: 'segment', segment: group })}
        >
          {t('Edit conditions')}
        </MenuItem>
      )}
      <MenuItem icon={Pencil} onSelect={() => onOpen({ kind: 'rename', group })}>
        {t('Rename')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        danger
        onSelect={() => onOpen({ kind: 'removal', removal: { kind: 'group', group } })}
      >
        {t('Delete')}
      </MenuItem>
    </>
  )
}

const ALL = 'all'

/** On phones: a select of groups, and one menu of actions. */
function GroupsSelect({ groups, total, selected, onSelect, onOpen }: GroupsPanelProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const all = { value: ALL, label: t('All Contacts') }
  const options = (groups ?? []).map(({ _id, groupName, contactCount, filter }) => ({
    value: _id,
    label: groupName,
    detail: filter ? t('Segment, {n}', { n: number(contactCount) }) : number(contactCount),
  }))
  const Icon = selected ? (selected.filter ? ListFilter : Users) : BookUser
  return (
    <div className="flex gap-2 md:hidden">
      <Select
        className="min-w-0 flex-1"
        aria-label={t('Contact groups')}
        icon={<Icon aria-hidden="true" />}
        value={selected?._id ?? ALL}
        onValueChange={(value) => onSelect(value === ALL ? null : value)}
        options={[total === undefined ? all : { ...all, detail: number(total) }, ...options]}
      />
      <Menu
        trigger={
          <Button size="icon" aria-label={t('Groups, segments and more')}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <Allowed to="contacts:write">
          <MenuItem icon={Plus} onSelect={() => onOpen({ kind: 'group' })}>
            {t('New group')}
          </MenuItem>
          <MenuItem icon={ListFilter} onSelect={() => onOpen({ kind: 'segment', segment: 'new' })}>
            {t('New segment')}
          </MenuItem>
        </Allowed>
        <MenuItem icon={Tags} onSelect={() => onOpen({ kind: 'details' })}>
          {t('Fields and tags')}
        </MenuItem>
        <Allowed to="opt-outs:read">
          <MenuItem icon={BellOff} onSelect={() => navigate('/opt-outs')}>
            {t('Opt-outs')}
          </MenuItem>
        </Allowed>
        {selected && (
          <Allowed to="contacts:write">
            <MenuSeparator />
            <GroupItems group={selected} onOpen={onOpen} />
          </Allowed>
        )}
      </Menu>
    </div>
  )
}
