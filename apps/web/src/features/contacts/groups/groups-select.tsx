import { BellOff, BookUser, Ellipsis, ListFilter, Plus, Tags, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#shared/ui/menu.tsx'
import { Select } from '#shared/ui/select.tsx'
import { GroupItems } from './group-items.tsx'
import type { GroupsPanelProps } from './groups-panel-props.ts'

const ALL = 'all'

/** On phones: the groups, and one menu for all that can be done. */
export function GroupsSelect({
  groups,
  total,
  selected,
  onSelect,
  onCreate,
  ...actions
}: GroupsPanelProps) {
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
        <MenuItem icon={Plus} onSelect={onCreate}>
          {t('New group')}
        </MenuItem>
        <MenuItem icon={ListFilter} onSelect={() => actions.onSegment('new')}>
          {t('New segment')}
        </MenuItem>
        <MenuItem icon={Tags} onSelect={actions.onDetails}>
          {t('Fields and tags')}
        </MenuItem>
        <MenuItem icon={BellOff} onSelect={() => navigate('/opt-outs')}>
          {t('Opt-outs')}
        </MenuItem>
        {selected && (
          <>
            <MenuSeparator />
            <GroupItems group={selected} {...actions} />
          </>
        )}
      </Menu>
    </div>
  )
}
