import { lintChatbot, NumberSettings, saveNumberSettings } from '@kirim/contract/chatbot-tools'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { languageOptions } from '#shared/i18n/language.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { toast } from '#shared/toast/toast.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'

function whole(max: number, problem: string) {
  return z.pipe(
    z.pipe(z.string().check(z.trim(), z.regex(/^\d{1,9}$/, problem)), z.transform(Number)),
    z.number().check(z.lte(max, problem)),
  )
}

/** The values of the form: texts, as typed. */
export const SettingsValues = z.extend(NumberSettings, {
  cooldownSeconds: whole(86_400, textKey('Enter whole seconds, from 0 to 86400 (a day).')),
  quietMinutes: whole(10_080, textKey('Enter whole minutes, from 0 to 10080 (a week).')),
})

interface SettingsFormProps {
  settings: NumberSettings
  save: ReturnType<typeof useSaveSettings>
  form: FormInDialog
}

export function SettingsForm({ settings, save, form: { id, onDirty } }: SettingsFormProps) {
  const { t } = useTranslation()
  const zones = useId()
  const form = useForm({
    resolver: issueResolver(SettingsValues),
    defaultValues: {
      ...settings,
      cooldownSeconds: String(settings.cooldownSeconds),
      quietMinutes: String(settings.quietMinutes),
    },
  })
  const { control, register, handleSubmit, formState } = form
  usePlacedIssues(form, save.error, save.isPending)
  const { errors } = formState
  useReportDirty(formState.isDirty, onDirty)
  const problem = useProblemText()
  return (
    <form
      id={id}
      noValidate
      onSubmit={handleSubmit((values) => save.mutate(values))}
      className="grid grid-cols-1 gap-4 sm:grid-cols-2"
    >
      {save.isError && (
        <Alert className="sm:col-span-2" title={t('The settings were not saved')}>
          {messageOf(save.error, t('The server did not respond. What you typed is still here.'))}
        </Alert>
      )}
      <Field
        label={t('Time zone')}
        hint={t('Used for greetings and times in replies.')}
        error={problem(errors.timeZone)}
      >
        <Input
          {...register('timeZone')}
          autoFocus
          list={zones}
          trailing={<ChevronsUpDown aria-hidden="true" />}
          className="[&::-webkit-calendar-picker-indicator]:hidden!"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field label={t('Language of greetings')}>
        <Controller
          control={control}
          name="language"
          render={({ field: { value, onChange } }) => (
            <Segmented full value={value} onValueChange={onChange} options={languageOptions} />
          )}
        />
      </Field>
      <Field
        label={t('Cooldown per chat and item')}
        hint={t(
          'An item answers the same chat again only after this long. Enter 0 for no cooldown.',
        )}
        error={problem(errors.cooldownSeconds)}
      >
        <Input
          {...register('cooldownSeconds')}
          inputMode="numeric"
          autoComplete="off"
          trailing={<span className="text-caption">s</span>}
        />
      </Field>
      <Field
        label={t('Pause after you answer')}
        hint={t(
          'After you answer from the phone, the chatbot stays silent in that chat for this long. Enter 0 for no pause.',
        )}
        error={problem(errors.quietMinutes)}
      >
        <Input
          {...register('quietMinutes')}
          inputMode="numeric"
          autoComplete="off"
          trailing={<span className="text-caption">min</span>}
        />
      </Field>
      <Field
        className="sm:col-span-2"
        label={t('What AI knows about your business')}
        optional
        hint={t('Opening hours, prices, addresses: AI uses this when it writes a reply.')}
        error={problem(errors.knowledge)}
      >
        <Textarea {...register('knowledge')} rows={7} maxLength={20_000} />
      </Field>
    </form>
  )
}

export function useSaveSettings(deviceId: string, onSaved: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: z.output<typeof saveNumberSettings.body>) =>
      request(saveNumberSettings, { params: { id: deviceId }, body }),
    onSuccess: () => {
      toast({ title: t('Chatbot settings saved.'), tone: 'success' })
      void client.invalidateQueries({ queryKey: keyOf(lintChatbot) })
      onSaved()
    },
  })
}
