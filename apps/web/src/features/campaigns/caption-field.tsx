import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MessageEditor } from '#shared/message-editor/message-editor.tsx'
import { Field } from '#shared/ui/field.tsx'
import type { CampaignValues } from './campaign-values.ts'
import { useFieldProblem } from './use-field-problem.ts'

export function CaptionField() {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'caption'>({ name: 'caption' })
  const { value, onChange, onBlur } = field
  return (
    <Field label={t('Caption')} error={useFieldProblem('caption')}>
      <MessageEditor value={value} onChange={onChange} onBlur={onBlur} />
    </Field>
  )
}
