import { HOURS_BY_SCHEDULE, ScheduleType } from '@kirim/contract/schedule'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Field } from '#shared/ui/field.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import type { CampaignValues } from '../values/campaign-values.ts'
import { useScheduleNames } from '../values/schedule-names.ts'

/** The active hours of a campaign: a select, and the hours as badges [2.bulk.hours]. */
export function ScheduleField({ savedZone }: { savedZone: string | null }) {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'campaignScheduleType'>({
    name: 'campaignScheduleType',
  })
  const zone = browserTimeZone()
  const names = useScheduleNames()
  // An empty list means every hour.
  const hours = HOURS_BY_SCHEDULE[field.value]
  const options = ScheduleType.options.map((value) => ({ value, label: names[value] }))
  return (
    <Field
      label={t('Schedule')}
      hint={
        savedZone && savedZone !== zone
          ? t('Hours in {zone}. Until you save, the campaign uses {saved}.', {
              zone,
              saved: savedZone,
            })
          : t('Hours in {zone}.', { zone })
      }
    >
      <Segmented
        value={field.value}
        onValueChange={field.onChange}
        options={options}
        full
        selectOnPhone
      />
      {hours.length > 0 && (
        <ul aria-label={t('Active hours')} className="mt-2 flex flex-wrap gap-1">
          {hours.map((hour) => (
            <li
              key={hour}
              className="tnum rounded-[5px] border px-1.5 py-px text-xs text-muted-foreground"
            >
              {`${String(hour).padStart(2, '0')}:00`}
            </li>
          ))}
        </ul>
      )}
    </Field>
  )
}
