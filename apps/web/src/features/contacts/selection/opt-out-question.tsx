import { OPT_OUT_REASON_MAX_LENGTH } from '@kirim/contract/opt-outs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useFormat } from '#shared/i18n/format.ts'
import { Field } from '#shared/ui/field.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import type { AskedChange } from './use-selection-change.ts'

interface OptOutQuestionProps {
  /** How many are selected; null when that is not known. */
  count: number | null
  onConfirm: (change: Omit<AskedChange, 'who'>) => void
  onClose: () => void
}

/** Asks whether to leave the selected contacts alone, and why. */
export function OptOutQuestion({ count, onConfirm, onClose }: OptOutQuestionProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <FormDialog
      open
      onClose={onClose}
      title={
        count === null
          ? t('Opt out everyone in this list?')
          : count === 1
            ? t('Opt out one contact?')
            : t('Opt out {n} contacts?', { n: number(count) })
      }
      description={t('Campaigns and chatbots no longer message them.')}
      action={t('Opt out')}
      busy={false}
      busyText=""
    >
      {({ id, onDirty }) => (
        <ReasonForm
          id={id}
          onDirty={onDirty}
          onReason={(reason) =>
            onConfirm({
              change: { does: 'optOut', reason },
              done: (n) => t('Opted out: {n}.', { n }),
            })
          }
        />
      )}
    </FormDialog>
  )
}

interface ReasonFormProps {
  id: string
  onDirty: (isDirty: boolean) => void
  onReason: (reason: string) => void
}

function ReasonForm({ id, onDirty, onReason }: ReasonFormProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  useReportDirty(reason !== '', onDirty)
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onReason(reason.trim())
      }}
    >
      <Field
        label={t('Reason')}
        optional
        hint={t('Running campaigns skip them too. They can opt back in by sending START or MULA.')}
      >
        <Textarea
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          rows={2}
          maxLength={OPT_OUT_REASON_MAX_LENGTH}
          placeholder={t('e.g. Asked at the counter')}
        />
      </Field>
    </form>
  )
}
