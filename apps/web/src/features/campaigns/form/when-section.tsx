import { INTERVAL_SECONDS } from '@kirim/contract/limits'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { type CampaignValues, LATEST_MOMENT } from '../values/campaign-values.ts'
import { PLACES } from '../values/form-places.ts'
import { FoldingSection } from './folding-section.tsx'
import { ScheduleField } from './schedule-field.tsx'
import { WhenSummary } from './section-summaries.tsx'

const FIELDS = [
  'scheduledAt',
  'minIntervalSeconds',
  'maxIntervalSeconds',
  'campaignScheduleType',
] as const

const INTERVALS = Array.from(
  { length: INTERVAL_SECONDS.max - INTERVAL_SECONDS.min + 1 },
  (_, index) => INTERVAL_SECONDS.min + index,
)

/** Time, intervals and active hours. `savedZone` is the zone of the campaign being edited. */
export function WhenSection({ savedZone }: { savedZone: string | null }) {
  const { t } = useTranslation()
  return (
    <FoldingSection title={t('When')} fields={FIELDS} summary={<WhenSummary />}>
      <div
        id={PLACES.when}
        className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_120px_120px]"
      >
        <TimeField />
        <IntervalField name="minIntervalSeconds" label={t('Min Interval')} />
        <IntervalField name="maxIntervalSeconds" label={t('Max Interval')} />
      </div>
      <ScheduleField savedZone={savedZone} />
      <EnabledSwitch />
    </FoldingSection>
  )
}

/** Switching off stops sending at once; switching on resumes it. */
function EnabledSwitch() {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'statusEnabled'>({ name: 'statusEnabled' })
  return (
    <div className="flex items-center gap-2.5">
      <Switch
        id="enabled"
        aria-describedby="enabled-note"
        checked={field.value}
        onCheckedChange={field.onChange}
        onBlur={field.onBlur}
      />
      <label htmlFor="enabled" className="text-caption font-medium">
        {t('Enabled')}
      </label>
      <span id="enabled-note" className="text-xs text-muted-foreground">
        {field.value
          ? t('Sends at the scheduled time.')
          : t('While it is off, the campaign is saved but nothing is sent.')}
      </span>
    </div>
  )
}

function TimeField() {
  const { t } = useTranslation()
  const { register, trigger } = useFormContext<CampaignValues>()
  const time = useWatch<CampaignValues, 'scheduledAt'>({ name: 'scheduledAt' })
  const past = time !== '' && new Date(time).getTime() < Date.now()
  return (
    <Field
      label={t('Time Post (Optional)')}
      error={useFieldProblem<CampaignValues>('scheduledAt')}
      hint={
        past
          ? t('This time has passed. The campaign sends at once if the queue is empty.')
          : t('Leave blank to send immediately if the queue is empty.')
      }
      className="max-sm:col-span-2"
    >
      <Input
        {...register('scheduledAt', {
          // A partly typed time has no value and fires no change event.
          onBlur: () => trigger('scheduledAt'),
        })}
        type="datetime-local"
        max={LATEST_MOMENT}
        className="tnum"
      />
    </Field>
  )
}

interface IntervalFieldProps {
  name: 'minIntervalSeconds' | 'maxIntervalSeconds'
  label: string
}

function IntervalField({ name, label }: IntervalFieldProps) {
  const { t } = useTranslation()
  const { trigger } = useFormContext<CampaignValues>()
  const { field } = useController<CampaignValues, typeof name>({ name })
  const options = INTERVALS.map((seconds) => ({
    value: String(seconds),
    label: t('{s} s', { s: seconds }),
  }))
  return (
    <Field label={label} error={useFieldProblem<CampaignValues>(name)}>
      <Select
        value={String(field.value)}
        onValueChange={(seconds) => {
          field.onChange(Number(seconds))
          // The two fields depend on each other: fixing one may fix the other.
          trigger(['minIntervalSeconds', 'maxIntervalSeconds'])
        }}
        onBlur={field.onBlur}
        options={options}
      />
    </Field>
  )
}
