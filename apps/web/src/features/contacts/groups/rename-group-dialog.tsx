import {
  type ContactGroup,
  listGroups,
  NewContactGroup,
  renameGroup,
} from '@kirim/contract/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
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
  /** Shows the server's issues at the field; false when they are about something else. */
  place: (error: unknown) => boolean
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
    onError: (error, { place }) => {
      if (place(error)) return
      toast({ title: messageOf(error, t('Failed to rename group.')), tone: 'error' })
    },
  })
  return (
    <FormDialog
      open={group !== null}
      onClose={onClose}
      title={group?.filter ? t('Rename segment') : t('Rename group')}
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
  const form = useForm({
    resolver: issueResolver(NewContactGroup),
    defaultValues: { groupName: group.groupName },
  })
  const { register, handleSubmit, formState } = form
  useReportDirty(formState.isDirty, onDirty)
  const place = (error: unknown) => placeIssues(form, error)
  const problem = useProblemText()
  return (
    <form id={id} onSubmit={handleSubmit((body) => onSubmit({ body, place }))} noValidate>
      <Field
        label={group.filter ? t('Segment name') : t('Group name')}
        error={problem(formState.errors.groupName)}
      >
        <Input {...register('groupName')} maxLength={200} autoComplete="off" />
      </Field>
    </form>
  )
}
