import { CAPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { ContactPicker } from './contact-picker.tsx'
import { FIRST_SIMULATION, type SimulationValues } from './simulation-values.ts'

interface SimulatorFormProps {
  busy: boolean
  onTry: (values: SimulationValues) => void
}

/** The message, its sender, chat and time. */
export function SimulatorForm({ busy, onTry }: SimulatorFormProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: FIRST_SIMULATION })
  const { register, handleSubmit, formState } = form
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit(onTry)} className="grid grid-cols-1 gap-4">
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
        <Person />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label={t('Chat')}>
            <Controller<SimulationValues, 'chat'>
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
    </FormProvider>
  )
}

/** The sender: a contact from the list, or another person. */
function Person() {
  const { t } = useTranslation()
  const { register, watch, formState } = useFormContext<SimulationValues>()
  return (
    <>
      <Field label={t('Sender')}>
        <Controller<SimulationValues, 'from'>
          name="from"
          render={({ field: { value, onChange } }) => (
            <Segmented
              full
              value={value}
              onValueChange={onChange}
              options={[
                { value: 'new', label: t('Someone new') },
                { value: 'list', label: t('From the contact list') },
              ]}
            />
          )}
        />
      </Field>
      {watch('from') === 'list' ? (
        <Field
          label={t('Contact')}
          hint={watch('contact')?.phoneNumber}
          error={formState.errors.contact && t('Choose a contact.')}
        >
          <Controller<SimulationValues, 'contact'>
            name="contact"
            rules={{ validate: (contact) => contact !== null }}
            shouldUnregister
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <ContactPicker contact={value} onChoose={onChange} onBlur={onBlur} ref={ref} />
            )}
          />
        </Field>
      ) : (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label={t('Contact name')} optional>
            <Input {...register('contactName')} autoComplete="off" maxLength={NAME_MAX_LENGTH} />
          </Field>
          <Field label={t('Contact number')} optional>
            <Input
              {...register('contactNumber')}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              placeholder="601xxxxxxxx"
              maxLength={100}
            />
          </Field>
        </div>
      )}
    </>
  )
}
