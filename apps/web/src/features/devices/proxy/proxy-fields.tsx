import {
  type DeviceProxy,
  type ProxyForm,
  type ProxyScheme,
  testDeviceProxy,
} from '@kirim/contract/device-proxy'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { keepsPassword, PORT_DIGITS, ProxyValues, USUAL_PORTS, valuesOf } from './proxy-values.ts'

interface ProxyFieldsProps extends FormInDialog {
  deviceId: string
  kept: DeviceProxy['proxy']
  saving: boolean
  /** Why it was not saved. */
  failure: Error | null
  onSubmit: (form: ProxyForm) => void
}

const SCHEMES: readonly { value: ProxyScheme; label: string }[] = [
  { value: 'http', label: 'HTTP' },
  { value: 'https', label: 'HTTPS' },
  { value: 'socks5', label: 'SOCKS5' },
]

export function ProxyFields(props: ProxyFieldsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const problem = useProblemText()
  const { kept, saving, failure } = props
  const form = useForm({ resolver: issueResolver(ProxyValues), defaultValues: valuesOf(kept) })
  const { control, register, handleSubmit, formState } = form
  const values = useWatch({ control }) as ProxyValues
  /** What was asked for last, and with which values: its answer is shown while they stand. */
  const [asked, setAsked] = useState({ isTest: true, typed: '' })
  const test = useSingleMutation({
    mutationFn: (body: ProxyForm) =>
      request(testDeviceProxy, { params: { id: props.deviceId }, body }),
  })
  useReportDirty(formState.isDirty, props.onDirty)
  usePlacedIssues(form, asked.isTest ? test.error : failure, saving || test.isPending)
  const { errors } = formState
  const disabled = saving || test.isPending
  const text = { autoComplete: 'off', spellCheck: false, disabled } as const
  const typed = JSON.stringify(values)
  const isOfThis = !disabled && asked.typed === typed
  const refused = asked.isTest ? test.error : failure
  return (
    <form
      id={props.id}
      noValidate
      onSubmit={handleSubmit((body) => {
        setAsked({ isTest: false, typed })
        props.onSubmit(body)
      })}
      className="grid gap-4"
    >
      <Field label={t('Kind of proxy')}>
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
        hint={keepsPassword(values, kept) && t('Leave empty to keep the saved password.')}
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
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          disabled={saving}
          busy={test.isPending}
          busyText={t('Testing...')}
          onClick={handleSubmit((body) => {
            setAsked({ isTest: true, typed })
            test.mutate(body)
          })}
        >
          {t('Test')}
        </Button>
        <p className="min-w-0 flex-1 text-xs text-muted-foreground">
          {t('The proxy is tested before it is saved. Then the number reconnects through it.')}
        </p>
      </div>
      {isOfThis && asked.isTest && test.data && (
        <Alert tone="success">
          {t('It works: WhatsApp answered through it in {n} ms.', {
            n: number(test.data.latencyMs),
          })}
        </Alert>
      )}
      {isOfThis && refused && (
        <Alert>{messageOf(refused, t('The proxy could not be tested.'))}</Alert>
      )}
    </form>
  )
}
