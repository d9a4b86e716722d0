import type { DeviceProxy, ProxyForm, ProxyScheme } from '@kirim/contract/device-proxy'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { keepsPassword, PORT_DIGITS, ProxyValues, USUAL_PORTS, valuesOf } from './proxy-values.ts'

interface ProxyFieldsProps extends FormInDialog {
  stored: DeviceProxy['proxy']
  saving: {
    readonly isPending: boolean
    readonly error: Error | null
    mutate(form: ProxyForm): void
  }
}

const SCHEMES: readonly { value: ProxyScheme; label: string }[] = [
  { value: 'http', label: 'HTTP' },
  { value: 'https', label: 'HTTPS' },
  { value: 'socks5', label: 'SOCKS5' },
]

export function ProxyFields(props: ProxyFieldsProps) {
  const { t } = useTranslation()
  const problem = useProblemText()
  const { stored, saving } = props
  const form = useForm({ resolver: issueResolver(ProxyValues), defaultValues: valuesOf(stored) })
  const { control, register, handleSubmit, formState } = form
  const values = useWatch({ control }) as ProxyValues
  useReportDirty(formState.isDirty, props.onDirty)
  const disabled = saving.isPending
  usePlacedIssues(form, saving.error, disabled)
  const { errors } = formState
  const text = { autoComplete: 'off', spellCheck: false, disabled } as const
  return (
    <form id={props.id} noValidate onSubmit={handleSubmit(saving.mutate)} className="grid gap-4">
      <Field label={t('Proxy type')}>
        <Controller
          control={control}
          name="scheme"
          render={({ field: { value, onChange, onBlur } }) => (
            <Select
              value={value}
              onValueChange={onChange}
              onBlur={onBlur}
              options={SCHEMES}
              disabled={disabled}
            />
          )}
        />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_96px] gap-3">
        <Field label={t('Host')} error={problem(errors.host)}>
          <Input {...register('host')} {...text} maxLength={253} placeholder="proxy.example.com" />
        </Field>
        <Field label={t('Port')} error={problem(errors.port)}>
          <Input
            {...register('port')}
            {...text}
            inputMode="numeric"
            maxLength={PORT_DIGITS}
            placeholder={String(USUAL_PORTS[values.scheme])}
          />
        </Field>
      </div>
      <Field label={t('User name')} optional error={problem(errors.username)}>
        <Input {...register('username')} {...text} maxLength={255} />
      </Field>
      <Field
        label={t('Password')}
        optional
        hint={keepsPassword(values, stored) && t('Leave empty to keep the saved password.')}
        error={problem(errors.password)}
      >
        <Input
          {...register('password')}
          {...text}
          type="password"
          autoComplete="new-password"
          maxLength={255}
        />
      </Field>
      <p className="text-xs text-muted-foreground">
        {t('The proxy is tested before it is saved. Then the number reconnects through it.')}
      </p>
      {saving.error && !disabled && (
        <Alert>{messageOf(saving.error, t('The proxy could not be tested.'))}</Alert>
      )}
    </form>
  )
}
