import { HOURS_BY_SCHEDULE, ScheduleType } from '@kirim/contract/schedule'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { cn } from '#shared/ui/cn.ts'
import { Field } from '#shared/ui/field.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import type { CampaignValues } from '../values/campaign-values.ts'
import { useScheduleNames } from '../values/schedule-names.ts'

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour)

/** 7 → "07:00" */
function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** The active hours of a campaign: a select, the day as a bar, the hours as badges. */
export function ScheduleField({ savedZone }: { savedZone: string | null }) {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'campaignScheduleType'>({
    name: 'campaignScheduleType',
  })
  const zone = browserTimeZone()
  const names = useScheduleNames()
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
      <ActiveHours hours={HOURS_BY_SCHEDULE[field.value]} />
    </Field>
  )
}

/** An empty list means every hour. */
function ActiveHours({ hours }: { hours: readonly number[] }) {
  const { t } = useTranslation()
  return (
    <div className="mt-2">
      <div className="flex gap-[2px]" aria-hidden="true">
        {HOURS_OF_DAY.map((hour) => (
          <i
            key={hour}
            className={cn(
              'h-2 flex-1 first:rounded-l-full last:rounded-r-full',
              hours.length === 0 || hours.includes(hour)
                ? 'bg-primary'
                : 'bg-neutral-soft ring-1 ring-border ring-inset',
            )}
          />
        ))}
      </div>
      <div
        aria-hidden="true"
        className="tnum mt-1 flex justify-between text-xs text-muted-foreground"
      >
        {['00', '06', '12', '18', '24'].map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
      {hours.length > 0 && (
        <ul aria-label={t('Active hours')} className="mt-1.5 flex flex-wrap gap-1">
          {hours.map((hour) => (
            <li
              key={hour}
              className="tnum rounded-[5px] border px-1.5 py-px text-xs text-muted-foreground"
            >
              {hourText(hour)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
