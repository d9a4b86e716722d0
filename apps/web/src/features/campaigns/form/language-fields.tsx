import { OPT_OUT_LINES } from '@kirim/contract/opt-out-line'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { languageOptions } from '#shared/i18n/language.ts'
import { Field } from '#shared/ui/field.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import type { CampaignValues } from './campaign-values.ts'

/** One language for greetings and the line that says how to opt out, and whether it is added. */
export function LanguageFields() {
  const { t } = useTranslation()
  const { field: language } = useController<CampaignValues, 'language'>({ name: 'language' })
  const { field: line } = useController<CampaignValues, 'optOutLine'>({ name: 'optOutLine' })
  return (
    <>
      <Field
        label={t('Language of this message')}
        hint={t('Used for greetings, days, months and the opt-out line.')}
      >
        <Segmented
          value={language.value}
          onValueChange={(chosen) => {
            language.onChange(chosen)
            if (line.value !== '') line.onChange(chosen)
          }}
          options={languageOptions}
          className="w-fit"
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Switch
          id="opt-out-line"
          aria-describedby="opt-out-line-note"
          checked={line.value !== ''}
          onCheckedChange={(on) => line.onChange(on ? language.value : '')}
          onBlur={line.onBlur}
        />
        <label htmlFor="opt-out-line" className="text-caption font-medium">
          {OPT_OUT_LINES[line.value || language.value]}
        </label>
        <span id="opt-out-line-note" className="text-xs text-muted-foreground max-sm:basis-full">
          {t('Added as the last line.')}
        </span>
      </div>
    </>
  )
}
