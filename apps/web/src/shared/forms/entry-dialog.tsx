import type { ReactNode } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { input, output, ZodMiniType } from 'zod/mini'
import { messageOf } from '#shared/api/api-error.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { FormDialog, type FormInDialog } from './form-dialog.tsx'
import { issueResolver } from './issue-resolver.ts'
import { placeIssues } from './place-issues.ts'
import { useReportDirty } from './use-close-question.tsx'

interface EntryFormProps<S extends ZodMiniType<FieldValues, FieldValues>> {
  schema: S
  defaultValues: DefaultValues<input<S>>
  /** Fields that connect themselves to the surrounding form, such as `TextField`. */
  children: ReactNode
}

interface EntryDialogProps<S extends ZodMiniType<FieldValues, FieldValues>, Data>
  extends EntryFormProps<S> {
  open: boolean
  onClose: () => void
  title: string
  description: string
  action: string
  busyText?: string
  send: (values: output<S>) => Promise<Data>
  /** Called after the dialog was closed. */
  onSent: (data: Data, values: output<S>) => unknown
  onFailed?: () => unknown
  /** Shown when the server gives no reason. */
  failure: string
  /** Replaces the reason as the title; such a failure is also shown when a field shows it. */
  failureTitle?: string
}

interface Entry<Values> {
  values: Values
  /** Shows the server's issues at their fields; false when they are about something else. */
  place: (error: unknown) => boolean
}

/** A dialog with one short form: checks it, sends it once, and shows what the server refuses. */
export function EntryDialog<S extends ZodMiniType<FieldValues, FieldValues>, Data>({
  schema,
  defaultValues,
  children,
  send,
  onSent,
  onFailed,
  failure,
  failureTitle,
  busyText,
  ...dialog
}: EntryDialogProps<S, Data>) {
  const { t } = useTranslation()
  const save = useSingleMutation({
    mutationFn: ({ values }: Entry<output<S>>) => send(values),
    onSuccess: async (data, { values }) => {
      dialog.onClose()
      await onSent(data, values)
    },
    onError: async (error, { place }) => {
      if (place(error) && !failureTitle) return
      const reason = messageOf(error, failure)
      const words = failureTitle ? { title: failureTitle, description: reason } : { title: reason }
      toast({ ...words, tone: 'error' })
      await onFailed?.()
    },
  })
  return (
    <FormDialog {...dialog} busy={save.isPending} busyText={busyText ?? t('Saving...')}>
      {(inDialog) => (
        <EntryForm
          {...inDialog}
          schema={schema}
          defaultValues={defaultValues}
          onSubmit={save.mutate}
        >
          {children}
        </EntryForm>
      )}
    </FormDialog>
  )
}

/** Mounted only while the dialog is open: each opening starts with the default values. */
function EntryForm<S extends ZodMiniType<FieldValues, FieldValues>>({
  id,
  onDirty,
  schema,
  defaultValues,
  onSubmit,
  children,
}: EntryFormProps<S> & FormInDialog & { onSubmit: (entry: Entry<output<S>>) => void }) {
  const form = useForm<input<S>, unknown, output<S>>({
    resolver: issueResolver(schema),
    defaultValues,
  })
  useReportDirty(form.formState.isDirty, onDirty)
  const place = (error: unknown) => placeIssues(form, error)
  return (
    <FormProvider {...form}>
      <form
        id={id}
        onSubmit={form.handleSubmit((values) => onSubmit({ values, place }))}
        noValidate
        className="grid gap-4"
      >
        {children}
      </form>
    </FormProvider>
  )
}
