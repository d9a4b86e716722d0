import { DAILY_CAP_MAX, type DevicePace, type PaceForm } from '@kirim/contract/device-pace'
import { useId } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { dayIn, type PaceValues, paceOf, planOf, problemsOf, valuesOf } from './pace-values.ts'

interface PaceFieldsProps extends FormInDialog {
  pace: DevicePace
  onSubmit: (pace: PaceForm) => void
}

export function PaceFields({ id, onDirty, pace, onSubmit }: PaceFieldsProps) {
  const { t } = useTranslation()
  const switchId = useId()
  const problem = useProblemText()
  const { register, control, handleSubmit, formState, watch } = useForm<PaceValues>({
    defaultValues: valuesOf(pace),
    resolver: problemResolver(problemsOf),
  })
  const { field: warmsUp } = useController({ control, name: 'warmsUp' })
  useReportDirty(formState.isDirty, onDirty)
  const values = watch()
  const isCapped = values.cap.trim() !== ''
  // The days are those of the owner, wherever the server stands.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const people = { type: 'number', inputMode: 'numeric', min: 1, max: DAILY_CAP_MAX } as const
  return (
    <form
      id={id}
      noValidate
      onSubmit={handleSubmit((typed) => onSubmit(paceOf(typed, timeZone)))}
      className="grid gap-4"
    >
      <Field
        label={t('People a day')}
        error={problem(formState.errors.cap)}
        hint={t('Leave empty for no cap.')}
      >
        <Input {...register('cap')} {...people} />
      </Field>
      {isCapped && (
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <label htmlFor={switchId} className="text-caption font-medium">
              {t('Warm up')}
            </label>
            <p id={`${switchId}-note`} className="text-xs text-muted-foreground">
              {t('A new number starts with few people, and more each day until the cap.')}
            </p>
          </div>
          <Switch
            id={switchId}
            aria-describedby={`${switchId}-note`}
            checked={warmsUp.value}
            onCheckedChange={warmsUp.onChange}
            onBlur={warmsUp.onBlur}
          />
        </div>
      )}
      {isCapped && warmsUp.value && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('Start with')} error={problem(formState.errors.start)}>
            <Input {...register('start')} {...people} />
          </Field>
          <Field label={t('More each day')} error={problem(formState.errors.step)}>
            <Input {...register('step')} {...people} />
          </Field>
        </div>
      )}
      <Plan pace={pace} values={values} timeZone={timeZone} />
    </form>
  )
}

interface PlanProps {
  pace: DevicePace
  values: PaceValues
  timeZone: string
}

/** What was used today, and the next days as they would be. */
function Plan({ pace, values, timeZone }: PlanProps) {
  const { t } = useTranslation()
  const { number, shortDay } = useFormat()
  const plan = planOf(values, pace, dayIn(timeZone, Date.now()))
  const { used } = pace.today
  const cap = plan?.[0]?.cap ?? null
  return (
    <div className="rounded-md border bg-neutral-soft/40 px-3 py-2.5 text-caption">
      <p className="tnum font-medium">
        {cap === null
          ? t('Today: {n} messaged.', { n: number(used) })
          : t('Today: {n} of {cap} messaged.', { n: number(used), cap: number(cap) })}
      </p>
      {plan && (
        <dl className="mt-1.5 grid grid-cols-2 gap-x-6 text-muted-foreground">
          {plan.slice(1).map((day) => (
            <div key={day.day} className="flex justify-between gap-2 py-0.5">
              {/* Noon, so that it is the same day in any zone. */}
              <dt>{shortDay(`${day.day}T12:00:00`)}</dt>
              <dd className="tnum text-foreground">{number(day.cap ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
