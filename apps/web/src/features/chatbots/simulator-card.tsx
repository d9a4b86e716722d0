import { type Simulation, simulate } from '@kirim/contract/chatbot-tools'
import { CAPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { SimulatedChat } from './simulated-chat.tsx'
import { FIRST_SIMULATION, type SimulationValues, simulationOf } from './simulation-values.ts'
import { VerdictList } from './verdict-list.tsx'

interface Trial {
  text: string
  simulation: Simulation
}

/** A message as a contact would write it, and what would come back; nothing is sent. */
export function SimulatorCard({ numberId }: { numberId: string }) {
  const { t } = useTranslation()
  const trial = useMutation({
    mutationFn: async (values: SimulationValues): Promise<Trial> => ({
      text: values.text,
      simulation: await request(simulate, { params: { numberId }, body: simulationOf(values) }),
    }),
  })
  return (
    <Card aria-labelledby="simulator" className="mt-5 min-w-0 overflow-clip">
      <CardHeader
        id="simulator"
        title={t('Try a message')}
        description={t('See which item answers, and with what. Nothing is sent.')}
      />
      <div className="grid grid-cols-1 border-t lg:grid-cols-2">
        <div className="min-w-0 p-5">
          <SimulatorForm busy={trial.isPending} onTry={(values) => trial.mutate(values)} />
          {trial.isError && (
            <Alert className="mt-4" title={t('The message could not be tried')}>
              {messageOf(trial.error, t('The server did not answer. Please try again.'))}
            </Alert>
          )}
        </div>
        <SimulatedChat trial={trial.data ?? null} busy={trial.isPending} />
      </div>
      {trial.data && <VerdictList numberId={numberId} verdicts={trial.data.simulation.verdicts} />}
    </Card>
  )
}

interface SimulatorFormProps {
  busy: boolean
  onTry: (values: SimulationValues) => void
}

function SimulatorForm({ busy, onTry }: SimulatorFormProps) {
  const { t } = useTranslation()
  const { control, register, handleSubmit, formState } = useForm({
    defaultValues: FIRST_SIMULATION,
  })
  return (
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
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={t('Contact name')}>
          <Input {...register('contactName')} autoComplete="off" maxLength={NAME_MAX_LENGTH} />
        </Field>
        <Field label={t('Contact number')}>
          <Input
            {...register('contactNumber')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={30}
          />
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
          hint={t('Empty is now. In {zone}.', { zone: browserTimeZone() })}
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
