import type { SandboxCard } from '@kirim/contract/sandbox-content'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'

const OPTIONS = { fewest: 2, most: 12 }

interface PollFormProps extends FormInDialog {
  onSubmit: (poll: SandboxCard & { type: 'poll' }) => void
}

/** A question, and its answers one on a line. */
export function PollForm({ id, onDirty, onSubmit }: PollFormProps) {
  const { t } = useTranslation()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { question: '', options: '' },
  })
  useReportDirty(formState.isDirty, onDirty)
  const { question, options } = formState.errors
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={handleSubmit((typed) =>
        onSubmit({
          type: 'poll',
          question: typed.question.trim(),
          options: linesOf(typed.options),
          choices: 1,
        }),
      )}
    >
      <Field label={t('Question')} error={question && t('Write something.')}>
        <Input
          {...register('question', { validate: (typed) => typed.trim() !== '' })}
          maxLength={255}
        />
      </Field>
      <Field
        label={t('Answers, one on each line')}
        error={options && t('Write two to twelve answers.')}
      >
        <Textarea
          {...register('options', {
            validate: (typed) => {
              const { length } = linesOf(typed)
              return length >= OPTIONS.fewest && length <= OPTIONS.most
            },
          })}
          rows={4}
        />
      </Field>
    </form>
  )
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().slice(0, 100))
  return [...new Set(lines.filter((line) => line !== ''))]
}
