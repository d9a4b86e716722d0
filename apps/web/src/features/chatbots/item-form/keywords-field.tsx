import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { WordsBox } from '#shared/forms/words-box.tsx'
import { Field } from '#shared/ui/field.tsx'
import type { ItemFormValues } from '../item-form-values.ts'

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
