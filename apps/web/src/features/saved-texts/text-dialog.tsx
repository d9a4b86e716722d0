import { CAPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '@kirim/contract/limits'
import {
  createSavedText,
  NewSavedText,
  type SavedText,
  updateSavedText,
} from '@kirim/contract/saved-texts'
import type { FormEvent } from 'react'
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
import { useSavedTextsRefresh } from './saved-text-queries.ts'

interface SaveTextDialogProps {
  /** What is saved under a new name; null closes the dialog. */
  text: string | null
  onClose: () => void
}

export function SaveTextDialog({ text, onClose }: SaveTextDialogProps) {
  const { t } = useTranslation()
  const save = useSave(null, t('Text saved.'), onClose)
  return (
    <FormDialog
      open={text !== null}
      onClose={onClose}
      title={t('Save this text')}
      description={t('Reuse it in other messages. Each campaign keeps its own copy.')}
      action={t('Save')}
      busy={save.isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) =>
        text !== null && (
          <TextForm {...inDialog} start={{ name: '', text }} onSubmit={save.mutate} />
        )
      }
    </FormDialog>
  )
}

interface ChangeTextDialogProps {
  /** Null closes the dialog. */
  saved: SavedText | null
  onClose: () => void
}

export function ChangeTextDialog({ saved, onClose }: ChangeTextDialogProps) {
  const { t } = useTranslation()
  const save = useSave(saved?.id ?? null, t('Text changed.'), onClose)
  return (
    <FormDialog
      open={saved !== null}
      onClose={onClose}
      title={t('Edit saved text')}
      description={t('Messages already created from it do not change.')}
      action={t('Save')}
      busy={save.isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) => saved && <TextForm {...inDialog} start={saved} onSubmit={save.mutate} />}
    </FormDialog>
  )
}

interface Saving {
  body: NewSavedText
  /** Shows the server's issues at their fields; false when there are none. */
  place: (error: unknown) => boolean
}

function useSave(id: string | null, done: string, onClose: () => void) {
  const { t } = useTranslation()
  const refresh = useSavedTextsRefresh()
  return useSingleMutation({
    mutationFn: ({ body }: Saving) =>
      id === null
        ? request(createSavedText, { body })
        : request(updateSavedText, { params: { id }, body }),
    onSuccess: async () => {
      toast({ title: done, tone: 'success' })
      onClose()
      await refresh()
    },
    onError: async (error, { place }) => {
      if (place(error)) return
      toast({ title: messageOf(error, t('Failed to save the text.')), tone: 'error' })
      await refresh()
    },
  })
}

interface TextFormProps extends FormInDialog {
  start: NewSavedText
  onSubmit: (saving: Saving) => void
}

function TextForm({ id, onDirty, start, onSubmit }: TextFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: issueResolver(NewSavedText),
    defaultValues: { name: start.name, text: start.text },
  })
  const { register, handleSubmit, formState } = form
  useReportDirty(formState.isDirty, onDirty)
  const problem = useProblemText()
  const place = (error: unknown) => placeIssues(form, error)
  const submit = handleSubmit((body) => onSubmit({ body, place }))
  return (
    <form
      id={id}
      // The dialog is rendered within the form of the message, which would be submitted, too.
      onSubmit={(event: FormEvent) => {
        event.stopPropagation()
        void submit(event)
      }}
      noValidate
      className="grid gap-4"
    >
      <Field label={t('Name')} error={problem(formState.errors.name)}>
        <Input
          {...register('name')}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
          placeholder={t('e.g. Friday offer')}
        />
      </Field>
      <Field label={t('Text')} error={problem(formState.errors.text)}>
        <Textarea {...register('text')} rows={6} maxLength={CAPTION_MAX_LENGTH} />
      </Field>
    </form>
  )
}
