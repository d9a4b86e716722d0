import type { OptOutLine } from '@kirim/contract/opt-out-line'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { languages, useLanguage } from '#shared/i18n/language.ts'
import { Field } from '#shared/ui/field.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import type { CampaignValues } from './campaign-values.ts'

/** The line that says how to opt out, and its language. */
export function OptOutField() {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { field } = useController<CampaignValues, 'optOutLine'>({ name: 'optOutLine' })
  // Switched off and on again, the line keeps its language.
  const [last, setLast] = useState<Exclude<OptOutLine, ''>>(field.value || language)
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Switch
          id="opt-out-line"
          aria-describedby="opt-out-line-note"
          checked={field.value !== ''}
          onCheckedChange={(on) => field.onChange(on ? last : '')}
          onBlur={field.onBlur}
        />
        <label htmlFor="opt-out-line" className="text-caption font-medium">
          {t('Reply STOP to stop')}
        </label>
        <span id="opt-out-line-note" className="text-xs text-muted-foreground max-sm:basis-full">
          {t('Stands at the end, on a line of its own.')}
        </span>
      </div>
      {field.value !== '' && (
        <Field label={t('Language of the line')}>
          <Segmented
            value={field.value}
            onValueChange={(chosen) => {
              setLast(chosen)
              field.onChange(chosen)
            }}
            options={languages}
            className="w-fit"
          />
        </Field>
      )}
    </div>
  )
}
