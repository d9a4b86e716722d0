import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { CardSection } from '#shared/ui/card.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { useSimulatedSave } from './use-simulation.ts'

/** The settings on the sandbox network: no input leaves the browser [2.settings.no-call]. */
export function SimulatedConfiguration() {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const { saving, save } = useSimulatedSave(() => {
    setKey('')
    toast({ title: t('AI settings saved successfully! (Simulation)'), tone: 'success' })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim()) save()
  }
  return (
    <form onSubmit={submit}>
      <LeaveGuard
        active={key !== ''}
        lost={t('Your changes here will be lost.')}
        onLeave={() => setKey('')}
      />
      <CardSection className="py-5">
        <Field label={t('API Key')}>
          <Input
            type="password"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
            disabled={saving}
          />
        </Field>
      </CardSection>
      <CardSection className="flex justify-end rounded-b-lg bg-muted/40">
        <Button
          type="submit"
          variant="primary"
          disabled={!key.trim()}
          busy={saving}
          busyText={t('Saving...')}
        >
          {t('Save API Key')}
        </Button>
      </CardSection>
    </form>
  )
}
