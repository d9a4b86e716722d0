import type { ContactGroup } from '@kirim/contract/contacts'
import { Pencil, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuItem, MenuSeparator } from '#shared/ui/menu.tsx'
import type { GroupsPanelProps } from './groups-panel-props.ts'

export interface GroupItemsProps
  extends Pick<GroupsPanelProps, 'onRename' | 'onSegment' | 'onDelete'> {
  group: ContactGroup
}

/** What can be done with a group or segment. */
export function GroupItems({ group, onRename, onSegment, onDelete }: GroupItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      {group.filter && (
        <MenuItem icon={SlidersHorizontal} onSelect={() => onSegment(group)}>
          {t('Edit conditions')}
        </MenuItem>
      )}
      <MenuItem icon={Pencil} onSelect={() => onRename(group)}>
        {t('Rename')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => onDelete(group)}>
        {t('Delete')}
      </MenuItem>
    </>
  )
}
