import { GroupsList } from './groups-list.tsx'
import type { GroupsPanelProps } from './groups-panel-props.ts'
import { GroupsSelect } from './groups-select.tsx'

/** 'All Contacts' and the groups with their counts; a select on phones. */
export function GroupsPanel(props: GroupsPanelProps) {
  return (
    <>
      <GroupsList {...props} />
      <GroupsSelect {...props} />
    </>
  )
}
