import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { MessageEditor } from '#shared/message-editor/message-editor.tsx'
import { Field } from '#shared/ui/field.tsx'
import type { CampaignValues } from './campaign-values.ts'

export function CaptionField({ isOneOfSeveral }: { isOneOfSeveral: boolean }) {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'caption'>({ name: 'caption' })
  const { value, onChange, onBlur } = field
  return (
    <Field label={t('Caption')} error={useFieldProblem<CampaignValues>('caption')}>
      <MessageEditor {...{ value, onChange, onBlur, isOneOfSeveral }} />
    </Field>
  )
}
