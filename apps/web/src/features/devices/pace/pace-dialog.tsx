import {
  DAILY_CAP_MAX,
  type DevicePace,
  devicePace,
  type PaceForm,
  setDevicePace,
} from '@kirim/contract/device-pace'
import type { Device } from '@kirim/contract/devices'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { SettingsDialog, SwitchRow } from '../settings-dialog.tsx'
import { useRefreshDevices } from '../use-devices.ts'
import { type PaceValues, paceOf, problemsOf, valuesOf } from './pace-values.ts'

interface PaceDialogProps {
  device: Device
  open: boolean
  onClose: () => void
}

/** How many people a day the campaigns of a number can message. */
export function PaceDialog({ device: { id, name }, open, onClose }: PaceDialogProps) {
  const { t } = useTranslation()
  const refresh = useRefreshDevices()
  const params = { id }
  function close() {
    refresh()
    onClose()
  }
  return (
    <SettingsDialog
      open={open}
      onClose={close}
      title={t('Daily cap')}
      description={t(
        'How many people the campaigns of {name} can message a day. Replies are not limited.',
        { name },
      )}
      query={callQuery(devicePace, { params })}
      save={(body: PaceForm) => request(setDevicePace, { params, body })}
      texts={{
        loading: t('Loading the daily cap...'),
        loadFailed: t('Failed to load the daily cap.'),
        saved: t('The daily cap of {name} is saved.', { name }),
        saveFailed: t('Failed to save the daily cap.'),
      }}
    >
      {(form, pace, saving) => <PaceFields {...form} pace={pace} onSubmit={saving.mutate} />}
    </SettingsDialog>
  )
}

interface PaceFieldsProps extends FormInDialog {
  pace: DevicePace
  onSubmit: (pace: PaceForm) => void
}

function PaceFields({ id, onDirty, pace, onSubmit }: PaceFieldsProps) {
  const { t } = useTranslation()
  const problem = useProblemText()
  const { register, setValue, handleSubmit, formState, watch } = useForm<PaceValues>({
    defaultValues: valuesOf(pace),
    resolver: problemResolver(problemsOf),
  })
  useReportDirty(formState.isDirty, onDirty)
  const isCapped = watch('cap').trim() !== ''
  const warmsUp = watch('warmsUp')
  // Days begin at the owner's midnight, whatever the zone of the server.
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
        <SwitchRow
          label={t('Warm up')}
          note={t('Starts with a few people a day and adds more each day, up to the cap.')}
          checked={warmsUp}
          onChange={(checked) => setValue('warmsUp', checked, { shouldDirty: true })}
        />
      )}
      {isCapped && warmsUp && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('Start with')} error={problem(formState.errors.start)}>
            <Input {...register('start')} {...people} />
          </Field>
          <Field label={t('More each day')} error={problem(formState.errors.step)}>
            <Input {...register('step')} {...people} />
          </Field>
        </div>
      )}
      <Plan pace={pace} />
    </form>
  )
}

/** The used part of today, and the saved caps of the next days. */
function Plan({ pace: { today, plan, warmUp } }: { pace: DevicePace }) {
  const { t } = useTranslation()
  const { number, shortDay } = useFormat()
  const { used, cap } = today
  return (
    <div className="rounded-md border bg-neutral-soft/40 px-3 py-2.5 text-caption">
      <p className="tnum font-medium">
        {cap === null
          ? t('Today: {n} messaged.', { n: number(used) })
          : t('Today: {n} of {cap} messaged.', { n: number(used), cap: number(cap) })}
      </p>
      {warmUp && (
        <dl className="mt-1.5 grid grid-cols-2 gap-x-6 text-muted-foreground">
          {plan.slice(1).map(({ day, cap: most }) => (
            <div key={day} className="flex justify-between gap-2 py-0.5">
              {/* Noon, which is the same day in every zone. */}
              <dt>{shortDay(`${day}T12:00:00`)}</dt>
              <dd className="tnum text-foreground">{number(most ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
