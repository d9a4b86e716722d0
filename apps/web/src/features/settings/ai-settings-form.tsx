import {
  type AiProvider,
  type AiSettings,
  type AiSettingsBody,
  DEFAULT_MODELS,
  loadAiSettings,
  saveAiSettings,
} from '@kirim/contract/settings'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { TextField } from '#shared/forms/text-field.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { CardSection } from '#shared/ui/card.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { SelectOption } from '#shared/ui/select-face.tsx'
import { AiSettingsValues, isSavable, modelFor, valuesOf } from './ai-settings-values.ts'

interface AiSettingsFormProps {
  settings: AiSettings | null
}

export function AiSettingsForm({ settings }: AiSettingsFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: issueResolver(AiSettingsValues),
    defaultValues: valuesOf(settings),
  })
  const { control, handleSubmit, reset, setValue, formState } = form
  const values = useWatch({ control }) as AiSettingsValues
  const save = useSave((saved) => reset(valuesOf(saved)))
  usePlacedIssues(form, save.error, save.isPending)
  const providers = useProviders()
  const compatible = values.provider === 'openai-compatible'
  const newKey = values.apiKey !== '' || !settings?.hasKey
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit((body) => save.mutate(body))}>
        <LeaveGuard
          active={formState.isDirty}
          lost={t('Your changes here will be lost.')}
          onLeave={() => reset()}
        />
        <CardSection className="py-5">
          <fieldset disabled={save.isPending} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {save.isError && (
              <Alert className="sm:col-span-2" title={t('AI settings were not saved')}>
                {messageOf(save.error, t('The server could not be reached. Please try again.'))}
              </Alert>
            )}
            <Field label={t('Provider')}>
              <Controller
                control={control}
                name="provider"
                render={({ field: { value, onChange, onBlur } }) => (
                  <Select
                    value={value}
                    onValueChange={(provider) => {
                      onChange(provider)
                      setValue('model', modelFor(provider, settings), { shouldDirty: true })
                    }}
                    onBlur={onBlur}
                    options={providers}
                  />
                )}
              />
            </Field>
            <TextField
              name="model"
              label={t('Model')}
              optional={!compatible}
              placeholder={DEFAULT_MODELS[values.provider]}
              maxLength={200}
              spellCheck={false}
            />
            {compatible && (
              <TextField
                name="baseUrl"
                className="sm:col-span-2"
                label={t('Base URL')}
                hint={t(
                  'The part of the address before /chat/completions, for example of a model you run yourself.',
                )}
                type="url"
                inputMode="url"
                placeholder="http://127.0.0.1:11434/v1"
                maxLength={2000}
                spellCheck={false}
              />
            )}
            <TextField
              name="apiKey"
              className="sm:col-span-2"
              label={t('API Key')}
              hint={
                settings?.hasKey
                  ? t('Leave empty to keep the saved key. Another provider needs its own key.')
                  : t('It is tested with the provider before it is saved.')
              }
              type="password"
            />
            <TextField
              name="monthlyLimit"
              label={t('AI messages a month')}
              optional
              hint={t('After this many, replies are sent without AI. Leave empty for no cap.')}
              inputMode="numeric"
            />
          </fieldset>
        </CardSection>
        <CardSection className="flex justify-end rounded-b-lg bg-muted/40">
          <Button
            type="submit"
            variant="primary"
            disabled={!isSavable(values, settings)}
            busy={save.isPending}
            busyText={t('Saving...')}
          >
            {newKey ? t('Save API Key') : t('Save Changes')}
          </Button>
        </CardSection>
      </form>
    </FormProvider>
  )
}

function useProviders(): SelectOption<AiProvider>[] {
  const { t } = useTranslation()
  return [
    { value: 'openai', label: 'OpenAI' },
    { value: 'google', label: 'Google' },
    { value: 'anthropic', label: 'Anthropic' },
    { value: 'openai-compatible', label: t('OpenAI-compatible') },
  ]
}

/** Saves the settings; the form keeps its input when they are refused. */
function useSave(onSaved: (saved: AiSettings) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: AiSettingsBody) => request(saveAiSettings, { body }),
    onSuccess: (saved) => {
      client.setQueryData(callQuery(loadAiSettings).queryKey, saved)
      onSaved(saved)
      toast({ title: t('AI settings saved successfully!'), tone: 'success' })
    },
  })
}
