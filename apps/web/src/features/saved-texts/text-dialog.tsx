import { CAPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '@kirim/contract/limits'
import type { MediaFile } from '@kirim/contract/media'
import {
  createSavedText,
  listSavedTexts,
  loadSavedText,
  NewSavedText,
  updateSavedText,
} from '@kirim/contract/saved-texts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
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
import { Textarea } from '#shared/ui/textarea.tsx'
import { TextFile } from './text-file.tsx'

interface EditedText extends Omit<NewSavedText, 'mediaId'> {
  id?: string
  file?: MediaFile | undefined
}

interface Saving {
  body: NewSavedText
  /** Shows the server's issues at their fields; false when there are none. */
  place: (error: unknown) => boolean
}

interface TextDialogProps {
  /** Null closes the dialog. */
  edited: EditedText | null
  isNew?: boolean
  onClose: () => void
}

/** Saves a new text, or changes a saved one. */
export function TextDialog({ edited, isNew = false, onClose }: TextDialogProps) {
  const { t } = useTranslation()
  const refresh = useSavedTextsRefresh()
  const id = edited?.id
  const save = useSingleMutation({
    mutationFn: ({ body }: Saving) =>
      id === undefined
        ? request(createSavedText, { body })
        : request(updateSavedText, { params: { id }, body }),
    onSuccess: async () => {
      toast({ title: isNew ? t('Text saved.') : t('Text changed.'), tone: 'success' })
      onClose()
      await refresh()
    },
    onError: async (error, { place }) => {
      if (place(error)) return
      toast({ title: messageOf(error, t('Failed to save the text.')), tone: 'error' })
      await refresh()
    },
  })
  return (
    <FormDialog
      open={edited !== null}
      onClose={onClose}
      title={isNew ? t('Save this text') : t('Edit saved text')}
      description={
        isNew
          ? t('Reuse it in other messages. Each campaign keeps its own copy.')
          : t('Messages already created from it do not change.')
      }
      action={t('Save')}
      busy={save.isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) => edited && <TextForm {...inDialog} edited={edited} onSubmit={save.mutate} />}
    </FormDialog>
  )
}

interface TextFormProps extends FormInDialog {
  edited: EditedText
  onSubmit: (saving: Saving) => void
}

function TextForm({ id, onDirty, edited, onSubmit }: TextFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: issueResolver(NewSavedText),
    defaultValues: { name: edited.name, text: edited.text },
  })
  const { register, handleSubmit, formState } = form
  const problem = useProblemText()
  const [file, setFile] = useState(edited.file ?? null)
  const isOther = (file?._id ?? null) !== (edited.file?._id ?? null)
  useReportDirty(formState.isDirty || isOther, onDirty)
  const submit = handleSubmit((body) =>
    onSubmit({
      body: { ...body, ...(isOther && { mediaId: file?._id ?? null }) },
      place: (error) => placeIssues(form, error),
    }),
  )
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
      <TextFile file={file} onFile={setFile} />
    </form>
  )
}

/** Reloads everything that shows saved texts. */
export function useSavedTextsRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(listSavedTexts) })
    await queryClient.invalidateQueries({ queryKey: keyOf(loadSavedText) })
  }
}
