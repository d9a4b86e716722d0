import {
  type ContactGroup,
  createGroup,
  listGroups,
  NewContactGroup,
  renameGroup,
} from '@kirim/contract/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { EntryDialog } from '#shared/forms/entry-dialog.tsx'
import { TextField } from '#shared/forms/text-field.tsx'

interface CreateGroupDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The list of groups contains it. */
  onCreated: (group: ContactGroup) => void
}

/** Creates a group [5.group]. */
export function CreateGroupDialog({ open, onOpenChange, onCreated }: CreateGroupDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return (
    <EntryDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('Create group')}
      description={t('A campaign is sent to one group of contacts.')}
      action={t('Create group')}
      busyText={t('Creating...')}
      schema={NewContactGroup}
      defaultValues={{ groupName: '' }}
      send={(body) => request(createGroup, { body })}
      onSent={async (group) => {
        await queryClient.invalidateQueries({ queryKey: keyOf(listGroups) })
        onCreated(group)
      }}
      failure={t('Failed to create group.')}
      failureTitle={t('Error Creating Group')}
    >
      <TextField
        name="groupName"
        label={t('Group name')}
        maxLength={200}
        placeholder={t('e.g. Regular customers')}
      />
    </EntryDialog>
  )
}

interface RenameGroupDialogProps {
  /** Null closes the dialog. */
  group: ContactGroup | null
  onClose: () => void
}

export function RenameGroupDialog({ group, onClose }: RenameGroupDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return (
    <EntryDialog
      open={group !== null}
      onClose={onClose}
      title={group?.filter ? t('Rename segment') : t('Rename group')}
      description={t('Campaigns already saved show the name they were saved with.')}
      action={t('Save')}
      schema={NewContactGroup}
      defaultValues={{ groupName: group?.groupName ?? '' }}
      send={(body) => request(renameGroup, { params: { id: group?._id ?? '' }, body })}
      onSent={() => queryClient.invalidateQueries({ queryKey: keyOf(listGroups) })}
      failure={t('Failed to rename group.')}
    >
      <TextField
        name="groupName"
        label={group?.filter ? t('Segment name') : t('Group name')}
        maxLength={200}
      />
    </EntryDialog>
  )
}
