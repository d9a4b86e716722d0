import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#shared/forms/form-section.tsx'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { MessageEditor } from '#shared/message-editor/message-editor.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { AiStanding } from '../ai-standing.tsx'
import type { Attachment, ItemFormValues } from '../item-form-values.ts'
import { apiFieldsOf } from '../item-form-values.ts'
import { AttachmentField } from './attachment-field.tsx'

interface ReplySectionProps {
  attachment: Attachment
  onAttachment: (attachment: Attachment) => void
}

/** The reply: text, AI, and one file. */
export function ReplySection({ attachment, onAttachment }: ReplySectionProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('Reply')}>
      <TextField name="captionAi" label={t('Caption / text message')} />
      <UseAiBox />
      <AttachmentField attachment={attachment} onAttachment={onAttachment} />
    </FormSection>
  )
}

function TextField({ name, label }: { name: 'captionAi' | 'aiSpintax'; label: string }) {
  const { field } = useController<ItemFormValues, typeof name>({ name })
  const [apiRestDataStatus, apiRest] = useWatch<ItemFormValues, ['apiRestDataStatus', 'apiRest']>({
    name: ['apiRestDataStatus', 'apiRest'],
  })
  return (
    <Field label={label} error={useFieldProblem<ItemFormValues>(name)}>
      <MessageEditor
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        apiFields={apiFieldsOf({ apiRestDataStatus, apiRest })}
      />
    </Field>
  )
}

/** While it is on, AI writes from the spintax, which is sent itself when AI cannot. */
function UseAiBox() {
  const { t } = useTranslation()
  const id = useId()
  const { field } = useController<ItemFormValues, 'useAiFeature'>({ name: 'useAiFeature' })
  const on = field.value === 'use_ai'
  return (
    <div className="min-w-0 rounded-md border">
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <div>
          <label htmlFor={id} className="font-medium">
            {t('Use AI')}
          </label>
          <p id={`${id}-note`} className="text-caption text-muted-foreground">
            {t('AI rewrites each reply. If it fails, the text below is sent.')}
          </p>
        </div>
        <Switch
          id={id}
          aria-describedby={`${id}-note`}
          checked={on}
          onCheckedChange={(checked) => field.onChange(checked ? 'use_ai' : 'not_use_ai')}
        />
      </div>
      {on && (
        <div className="grid gap-3 border-t p-4">
          <p className="text-caption text-warning-ink empty:hidden">
            <AiStanding />
          </p>
          <TextField name="aiSpintax" label={t('Spintax')} />
        </div>
      )}
    </div>
  )
}
