import type { simulate } from '@kirim/contract/chatbot-tools'
import { CAPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { input } from 'zod/mini'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'

type SimulationBody = input<typeof simulate.body>

/** `at` is like `2026-11-21T07:00` on the browser's clock; '' means now. */
const EMPTY = {
  text: '',
  contactName: '',
  contactNumber: '',
  chat: 'individual' as 'individual' | 'group',
  at: '',
}

/** The message to simulate, as the server expects it. */
export function simulationOf({ at, ...message }: typeof EMPTY): SimulationBody {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? message : { ...message, at: moment.toISOString() }
}

interface SimulatorFormProps {
  busy: boolean
  onTry: (body: SimulationBody) => void
}

/** The message, its sender, chat and time. */
export function SimulatorForm({ busy, onTry }: SimulatorFormProps) {
  const { t } = useTranslation()
  const { control, register, handleSubmit, formState } = useForm({ defaultValues: EMPTY })
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => onTry(simulationOf(values)))}
      className="grid grid-cols-1 gap-4"
    >
      <Field
        label={t('Message text')}
        error={formState.errors.text && t('Write the message to try.')}
      >
        <Textarea
          {...register('text', { validate: (text) => text.trim() !== '' })}
          rows={2}
          maxLength={CAPTION_MAX_LENGTH}
          placeholder={t('What the contact writes')}
        />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label={t('Contact number')}
          optional
          hint={t('For a saved contact, their name and fields are used.')}
        >
          <Input
            {...register('contactNumber')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="601xxxxxxxx"
            maxLength={100}
          />
        </Field>
        <Field label={t('Contact name')} optional>
          <Input {...register('contactName')} autoComplete="off" maxLength={NAME_MAX_LENGTH} />
        </Field>
        <Field label={t('Chat')}>
          <Controller
            control={control}
            name="chat"
            render={({ field: { value, onChange } }) => (
              <Segmented
                full
                value={value}
                onValueChange={onChange}
                options={[
                  { value: 'individual', label: t('Individual') },
                  { value: 'group', label: t('Group') },
                ]}
              />
            )}
          />
        </Field>
        <Field
          label={t('Time')}
          optional
          hint={t('Leave empty for now ({zone}).', { zone: browserTimeZone() })}
        >
          <Input {...register('at')} type="datetime-local" />
        </Field>
      </div>
      <Button type="submit" className="justify-self-start" busy={busy} busyText={t('Trying...')}>
        {t('Try')}
      </Button>
    </form>
  )
}
