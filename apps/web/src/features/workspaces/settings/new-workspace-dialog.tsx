import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { createWorkspace } from '@kirim/contract/workspaces'
import { useTranslation } from 'react-i18next'
import { request } from '#shared/api/request.ts'
import { EntryDialog } from '#shared/forms/entry-dialog.tsx'
import { TextField } from '#shared/forms/text-field.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'

export interface NewWorkspaceDialogProps {
  open: boolean
  onClose: () => void
}

/** Creates a workspace and opens it in this tab. */
export function NewWorkspaceDialog({ open, onClose }: NewWorkspaceDialogProps) {
  const { t } = useTranslation()
  const { switchTo } = useWorkspaces()
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      title={t('New workspace')}
      description={t('It has its own numbers, contacts, campaigns, plan and people.')}
      action={t('Create')}
      busyText={t('Creating...')}
      schema={createWorkspace.body}
      defaultValues={{ name: '' }}
      send={(body) => request(createWorkspace, { body })}
      onSent={({ id }) => switchTo(id, '/')}
      failure={t('The workspace was not created. Please try again.')}
    >
      <TextField name="name" label={t('Name')} maxLength={NAME_MAX_LENGTH} autoComplete="off" />
    </EntryDialog>
  )
}
