import type { ContactGroup } from '@kirim/contract/contacts'
import { useTranslation } from 'react-i18next'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { useCreateGroup } from './use-create-group.ts'

interface CreateGroupDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: (group: ContactGroup) => void
}

export function CreateGroupDialog({ open, onOpenChange, onCreated }: CreateGroupDialogProps) {
  const { t } = useTranslation()
  const group = useCreateGroup((created) => {
    onOpenChange(false)
    onCreated(created)
  })
  return (
    <FormDialog
      open={open}
      onClose={() => {
        group.reset()
        onOpenChange(false)
      }}
      title={t('Create group')}
      description={t('A campaign is sent to one group of contacts.')}
      action={t('Create group')}
      busy={group.busy}
      busyText={t('Creating...')}
    >
      {(inDialog) => <GroupForm {...inDialog} group={group} />}
    </FormDialog>
  )
}

interface GroupFormProps extends FormInDialog {
  group: ReturnType<typeof useCreateGroup>
}

function GroupForm({ id, onDirty, group }: GroupFormProps) {
  const { t } = useTranslation()
  useReportDirty(group.dirty, onDirty)
  return (
    <form id={id} onSubmit={group.onSubmit} noValidate>
      <Field label={t('Group name')} error={group.error}>
        <Input
          {...group.field}
          maxLength={200}
          autoComplete="off"
          placeholder={t('e.g. Regular customers')}
        />
      </Field>
    </form>
  )
}
