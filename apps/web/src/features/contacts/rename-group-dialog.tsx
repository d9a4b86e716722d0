import { zodResolver } from '@hookform/resolvers/zod'
import {
  type ContactGroup,
  listGroups,
  NewContactGroup,
  renameGroup,
} from '@kirim/contract/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useTellDirty } from '#shared/forms/use-close-question.tsx'
import { problemText } from '#shared/i18n/server-text.ts'
import { toast } from '#shared/toast/toast.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'

interface RenameGroupDialogProps {
  /** Null closes the dialog. */
  group: ContactGroup | null
  onClose: () => void
}

interface Renaming {
  id: string
  body: NewContactGroup
  /** Told what is wrong with the name, at its field. */
  refuseName: (message: string) => void
}

export function RenameGroupDialog({ group, onClose }: RenameGroupDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const rename = useSingleMutation({
    mutationFn: ({ id, body }: Renaming) => request(renameGroup, { params: { id }, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listGroups) })
      onClose()
    },
    onError: (error, { refuseName }) => {
      const message = messageOf(error, t('Failed to rename group.'))
      if (error instanceof ApiError && error.code === 'group_name_taken') refuseName(message)
      else toast({ title: message, tone: 'error' })
    },
  })
  return (
    <FormDialog
      open={group !== null}
      onClose={onClose}
      title={t('Rename group')}
      description={t('Campaigns already saved show the name they were saved with.')}
      action={t('Save')}
      busy={rename.isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) =>
        group && (
          <RenameForm
            {...inDialog}
            group={group}
            onSubmit={(renaming) => rename.mutate({ id: group._id, ...renaming })}
          />
        )
      }
    </FormDialog>
  )
}

interface RenameFormProps extends FormInDialog {
  group: ContactGroup
  onSubmit: (renaming: Omit<Renaming, 'id'>) => void
}

function RenameForm({ id, onDirty, group, onSubmit }: RenameFormProps) {
  const { t } = useTranslation()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(NewContactGroup),
    defaultValues: { groupName: group.groupName },
  })
  useTellDirty(formState.isDirty, onDirty)
  const refuseName = (message: string) => setError('groupName', { message }, { shouldFocus: true })
  const problem = formState.errors.groupName?.message
  return (
    <form id={id} onSubmit={handleSubmit((body) => onSubmit({ body, refuseName }))} noValidate>
      <Field label={t('Group name')} error={problem && problemText(problem)}>
        <Input {...register('groupName')} maxLength={200} autoComplete="off" />
      </Field>
    </form>
  )
}
