import { Info } from 'lucide-react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#shared/forms/form-section.tsx'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { WordsBox } from '#shared/forms/words-box.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { ItemFormValues } from '../item-form-values.ts'
import { SegmentedField, SelectField } from './form-fields.tsx'
import { useNextItems } from './use-form-data.ts'

/** Which messages the item answers, and what follows. */
export function TriggerSection({ itemId }: { itemId: string | null }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('When a message arrives')}>
      <KeywordsField />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          name="type"
          label={t('Type')}
          options={[
            { value: 'message_contains_keyword', label: t('Message contains keyword') },
            { value: 'message_contains_whole_keyword', label: t('Message contains whole keyword') },
          ]}
        />
        <SegmentedField
          name="sendTo"
          label={t('Send to')}
          options={[
            { value: 'all', label: t('All') },
            { value: 'individual', label: t('Individual') },
            { value: 'group', label: t('Group') },
          ]}
        />
        <SegmentedField
          name="isNotMatchDefaultResponse"
          label={t('is not Match default response?')}
          hint={t('Choose Yes to answer every message that no other item matches.')}
          options={[
            { value: 'no', label: t('No') },
            { value: 'yes', label: t('Yes') },
          ]}
        />
        <NextActionField itemId={itemId} />
      </div>
      <UnreachableNote />
    </FormSection>
  )
}

/** Comma-separated words that trigger the item [2.ai-form.keywords]. */
export function KeywordsField() {
  const { t } = useTranslation()
  const { field } = useController<ItemFormValues, 'keywords'>({ name: 'keywords' })
  return (
    <Field
      label={t('Keywords')}
      error={useFieldProblem<ItemFormValues>('keywords')}
      hint={t('Bot will trigger if message contains any of these keywords.')}
    >
      <WordsBox
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        placeholder={
          field.value.words.length === 0 ? t('buka, jam berapa') : t('Type a word, then a comma')
        }
      />
    </Field>
  )
}

/** Selects cannot have an empty value. */
const NONE = 'none'

function NextActionField({ itemId }: { itemId: string | null }) {
  const { t } = useTranslation()
  const { field } = useController<ItemFormValues, 'nextBotAction'>({ name: 'nextBotAction' })
  const deviceId = useWatch<ItemFormValues, 'deviceId'>({ name: 'deviceId' })
  const items = useNextItems(deviceId, itemId)
  return (
    <Field
      label={t('Next bot action')}
      error={useFieldProblem<ItemFormValues>('nextBotAction')}
      optional
      hint={t('Another item of this number, sent right after this one.')}
    >
      <Select
        value={items.some(({ _id }) => _id === field.value) ? field.value : NONE}
        onValueChange={(id) => field.onChange(id === NONE ? '' : id)}
        onBlur={field.onBlur}
        options={[
          { value: NONE, label: t('None') },
          ...items.map(({ _id, name, status }) => ({
            value: _id,
            label: name,
            detail: status === 'Disabled' ? t('(disabled)') : '',
          })),
        ]}
      />
    </Field>
  )
}

/** Not an error: another item may lead to it. */
function UnreachableNote() {
  const { t } = useTranslation()
  const [keywords, isDefault] = useWatch<ItemFormValues, ['keywords', 'isNotMatchDefaultResponse']>(
    {
      name: ['keywords', 'isNotMatchDefaultResponse'],
    },
  )
  if (keywords.words.length > 0 || keywords.typing.trim() !== '' || isDefault === 'yes') return null
  return (
    <p className="flex items-start gap-2 text-caption text-muted-foreground">
      <Info className="mt-px size-4 shrink-0" aria-hidden="true" />
      {t("Without keywords, this item answers only as another item's next bot action.")}
    </p>
  )
}
