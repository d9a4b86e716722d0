import {
  OPT_OUT_REASON_MAX_LENGTH,
  type OptOut,
  OptOutRemoval,
  removeOptOut,
} from '@kirim/contract/opt-outs'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { toast } from '#shared/toast/toast.ts'
import { Field } from '#shared/ui/field.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { useOptOutsRefresh } from './opt-out-queries.ts'

interface RemovalDialogProps {
  /** Null closes the dialog. */
  person: OptOut | null
  onClose: () => void
}

interface Removing {
  id: string
  body: OptOutRemoval
  /** Shows the server's issues at their fields; false when there are none. */
  place: (error: unknown) => boolean
}

/** Brings somebody back, which needs a reason. */
export function RemovalDialog({ person, onClose }: RemovalDialogProps) {
  const { t } = useTranslation()
  const refresh = useOptOutsRefresh()
  const remove = useSingleMutation({
    mutationFn: ({ id, body }: Removing) => request(removeOptOut, { params: { id }, body }),
    onSuccess: async (removed) => {
      const who = knownAs(removed) || t('This person')
      toast({ title: t('{name} opted back in.', { name: who }), tone: 'success' })
      onClose()
      await refresh()
    },
    onError: async (error, { place }) => {
      if (place(error)) return
      toast({ title: messageOf(error, t('Failed to opt this person back in.')), tone: 'error' })
      // Somebody else may have changed the list.
      await refresh()
    },
  })
  const name = (person && knownAs(person)) || t('this person')
  return (
    <FormDialog
      open={person !== null}
      onClose={onClose}
      title={t('Opt {name} back in?', { name })}
      description={t(
        'Campaigns and chatbots will message this person again. Do this only if they asked for it.',
      )}
      action={t('Opt back in')}
      busy={remove.isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) =>
        person && (
          <RemovalForm
            {...inDialog}
            onSubmit={(removing) => remove.mutate({ id: person.id, ...removing })}
          />
        )
      }
    </FormDialog>
  )
}

/** Empty when neither is known. */
function knownAs({ name, phoneNumber, username }: OptOut): string {
  return name || phoneNumber || (username && `@${username}`)
}

interface RemovalFormProps extends FormInDialog {
  onSubmit: (removing: Omit<Removing, 'id'>) => void
}

function RemovalForm({ id, onDirty, onSubmit }: RemovalFormProps) {
  const { t } = useTranslation()
  const form = useForm({ resolver: issueResolver(OptOutRemoval), defaultValues: { reason: '' } })
  const { register, handleSubmit, formState } = form
  useReportDirty(formState.isDirty, onDirty)
  const problem = useProblemText()
  const place = (error: unknown) => placeIssues(form, error)
  return (
    <form id={id} onSubmit={handleSubmit((body) => onSubmit({ body, place }))} noValidate>
      <Field
        label={t('Reason')}
        error={problem(formState.errors.reason)}
        hint={t('It is saved with the change.')}
      >
        <Textarea {...register('reason')} rows={3} maxLength={OPT_OUT_REASON_MAX_LENGTH} />
      </Field>
    </form>
  )
}
