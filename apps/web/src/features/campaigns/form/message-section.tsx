import type { ComponentProps } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { MediaField } from '../media/media-field.tsx'
import type { KnownFiles } from '../media/use-chosen-media.ts'
import type { CampaignValues } from './campaign-values.ts'
import { FoldingSection } from './folding-section.tsx'
import { PLACES } from './form-places.ts'
import { LanguageFields } from './language-fields.tsx'
import { MessageSummary } from './section-summaries.tsx'
import { WordingsField } from './wordings-field.tsx'

const FIELDS = ['caption', 'variants', 'enableLink', 'urlLink', 'language', 'optOutLine'] as const

interface MessageSectionProps {
  files: KnownFiles
  media: MediaChoice
  onMedia: (media: MediaChoice) => void
  /** Which wording is in sight. */
  wordings: ComponentProps<typeof WordingsField>
}

/** Media, wordings, link, language and the line that says how to opt out. */
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
