import { ApiRestConfig, ApiRestForm } from '@kirim/contract/chatbot-tools'
import { CAPTION_MAX_LENGTH } from '@kirim/contract/limits'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { NEW_API_REST } from '../item-form-values.ts'
import { ApiRestRows } from './api-rest-rows.tsx'
import { ApiRestTry } from './api-rest-try.tsx'

interface ConfigureApiFormProps {
  deviceId: string
  /** Null when none is configured yet. */
  config: ApiRestConfig | null
  onKeep: (config: ApiRestConfig) => void
  form: FormInDialog
}

export function ConfigureApiForm(props: ConfigureApiFormProps) {
  const { deviceId, config, onKeep } = props
  const { t } = useTranslation()
  const form = useForm<ApiRestConfig>({
    resolver: issueResolver(ApiRestForm),
    defaultValues: config ?? NEW_API_REST,
  })
  const { control, register, handleSubmit, formState } = form
  const { errors } = formState
  useReportDirty(formState.isDirty, props.form.onDirty)
  const method = useWatch({ control, name: 'method' })
  const problem = useProblemText()
  const submit = handleSubmit(onKeep)
  return (
    <FormProvider {...form}>
      <form
        id={props.form.id}
        noValidate
        onSubmit={(event) => {
          // React would pass the event on to the item's form around the dialog.
          event.stopPropagation()
          void submit(event)
        }}
        className="grid grid-cols-1 gap-5"
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[128px_minmax(0,1fr)]">
          <Field label={t('Method')}>
            <Controller
              control={control}
              name="method"
              render={({ field: { value, onChange, onBlur } }) => (
                <Select
                  value={value}
                  onValueChange={onChange}
                  onBlur={onBlur}
                  options={ApiRestConfig.shape.method.options.map((name) => ({
                    value: name,
                    label: name,
                  }))}
                />
              )}
            />
          </Field>
          <Field
            label={t('Address')}
            hint={t('Placeholders work here, in headers and in the body.')}
            error={problem(errors.url)}
          >
            <Input
              {...register('url')}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
              placeholder="https://"
            />
          </Field>
        </div>
        <ApiRestRows
          name="headers"
          title={t('Headers')}
          none={t('No headers.')}
          add={t('Add header')}
          labels={[t('Header'), t('Value')]}
        />
        {method !== 'GET' && (
          <Field label={t('JSON body')} optional error={problem(errors.body)}>
            <Textarea
              {...register('body')}
              rows={5}
              maxLength={10_000}
              spellCheck={false}
              className="font-mono text-[13px]"
              placeholder={'{ "customer": "[wa_name]" }'}
            />
          </Field>
        )}
        <ApiRestRows
          name="fields"
          title={t('Response fields')}
          none={t('No fields yet. The response is not used in any text.')}
          add={t('Add field')}
          labels={[t('Field name'), t('Path in the response')]}
        />
        <Field
          label={t('Fallback text')}
          optional
          hint={t(
            'Sent instead of the caption if the call fails. If empty, the caption is sent with [api.name] left blank.',
          )}
          error={problem(errors.fallbackText)}
        >
          <Textarea {...register('fallbackText')} rows={2} maxLength={CAPTION_MAX_LENGTH} />
        </Field>
        <ApiRestTry deviceId={deviceId} />
      </form>
    </FormProvider>
  )
}
