import { addOptOut, NewOptOut, OPT_OUT_REASON_MAX_LENGTH } from '@kirim/contract/opt-outs'
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
import { Input } from '#shared/ui/input.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { useOptOutsRefresh } from './opt-out-queries.ts'

interface AddOptOutDialogProps {
  /** The number to start with, '' for none; null closes the dialog. */
  phoneNumber: string | null
  onClose: () => void
}

interface Adding {
  body: NewOptOut
  /** Shows the server's issues at their fields; false when there are none. */
  place: (error: unknown) => boolean
}

export function AddOptOutDialog({ phoneNumber, onClose }: AddOptOutDialogProps) {
  const { t } = useTranslation()
  const refresh = useOptOutsRefresh()
  const add = useSingleMutation({
    mutationFn: ({ body }: Adding) => request(addOptOut, { body }),
    onSuccess: async ({ name, phoneNumber }) => {
      toast({
        title: t('{name} opted out.', { name: name || phoneNumber }),
        tone: 'success',
      })
      onClose()
      await refresh()
    },
    onError: (error, { place }) => {
      if (place(error)) return
      toast({ title: messageOf(error, t('Failed to add the number.')), tone: 'error' })
    },
  })
  return (
    <FormDialog
      open={phoneNumber !== null}
      onClose={onClose}
      title={t('Add a number')}
      description={t('Campaigns and chatbots no longer message this person.')}
      action={t('Add')}
      busy={add.isPending}
      busyText={t('Adding...')}
    >
      {(inDialog) =>
        phoneNumber !== null && (
          <AddForm
            {...inDialog}
            phoneNumber={phoneNumber}
            onSubmit={(adding) => add.mutate(adding)}
          />
        )
      }
    </FormDialog>
  )
}

interface AddFormProps extends FormInDialog {
  phoneNumber: string
  onSubmit: (adding: Adding) => void
}

function AddForm({ id, onDirty, phoneNumber, onSubmit }: AddFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: issueResolver(NewOptOut),
    defaultValues: { phoneNumber, reason: '' },
  })
  const { register, handleSubmit, formState } = form
  useReportDirty(formState.isDirty, onDirty)
  const problem = useProblemText()
  const place = (error: unknown) => placeIssues(form, error)
  return (
    <form
      id={id}
      onSubmit={handleSubmit((body) => onSubmit({ body, place }))}
      noValidate
      className="grid gap-4"
    >
      <Field
        label={t('Phone Number')}
        error={problem(formState.errors.phoneNumber)}
        hint={t('With the country code, or as dialled in your country.')}
      >
        <Input
          {...register('phoneNumber')}
          type="tel"
          autoComplete="off"
          placeholder="601xxxxxxxx"
          maxLength={100}
        />
      </Field>
      <Field label={t('Reason')} optional error={problem(formState.errors.reason)}>
        <Textarea
          {...register('reason')}
          rows={2}
          maxLength={OPT_OUT_REASON_MAX_LENGTH}
          placeholder={t('e.g. Asked at the counter')}
        />
      </Field>
    </form>
  )
}
