import { OPT_OUT_LINES } from '@kirim/contract/opt-out-line'
import type { ComponentProps } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { languageOptions } from '#shared/i18n/language.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { MediaField } from '../media/media-field.tsx'
import type { KnownFiles } from '../media/use-chosen-media.ts'
import type { CampaignValues } from '../values/campaign-values.ts'
import { PLACES } from '../values/form-places.ts'
import { FoldingSection } from './folding-section.tsx'
import { MessageSummary } from './section-summaries.tsx'
import { WordingsField } from './wordings-field.tsx'

const FIELDS = ['caption', 'variants', 'enableLink', 'urlLink', 'language', 'optOutLine'] as const

interface MessageSectionProps {
  files: KnownFiles
  media: MediaChoice
  onMedia: (media: MediaChoice) => void
  /** The selected variation. */
  wordings: ComponentProps<typeof WordingsField>
}

/** Media, variations, link, language and opt-out line. */
export function MessageSection({ wordings, ...props }: MessageSectionProps) {
  const { t } = useTranslation()
  return (
    <FoldingSection
      title={t('Message')}
      fields={FIELDS}
      summary={<MessageSummary media={props.media} />}
    >
      <div id={PLACES.media}>
        <MediaField {...props} />
      </div>
      <div id={PLACES.wordings}>
        <WordingsField {...wordings} />
      </div>
      <div id={PLACES.link}>
        <LinkField />
      </div>
      <LanguageFields />
    </FoldingSection>
  )
}

function LinkField() {
  const { t } = useTranslation()
  const { register } = useFormContext<CampaignValues>()
  const { field } = useController<CampaignValues, 'enableLink'>({ name: 'enableLink' })
  const problem = useFieldProblem<CampaignValues>('urlLink')
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <div className="flex items-center gap-2.5">
        <Switch
          id="enable-link"
          aria-describedby="enable-link-note"
          checked={field.value}
          onCheckedChange={field.onChange}
          onBlur={field.onBlur}
        />
        <label htmlFor="enable-link" className="text-caption font-medium">
          {t('Add a link')}
        </label>
        <span id="enable-link-note" className="text-xs text-muted-foreground">
          {t('Added below the caption.')}
        </span>
      </div>
      {field.value && (
        <Field label={t('Link')} error={problem}>
          <Input
            {...register('urlLink')}
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            placeholder="https://"
          />
        </Field>
      )}
    </div>
  )
}

/** The language of greetings and of the opt-out line, and whether that line is added. */
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
          onValueChange={(next) => {
            language.onChange(next)
            if (line.value !== '') line.onChange(next)
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
