import {
  COME_BACK_WORDS,
  OPT_OUT_ANSWER_MAX_LENGTH,
  OPT_OUT_WORDS,
  type OptOutSettings,
} from '@kirim/contract/opt-outs'
import { FormProvider, useController, useForm, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { WordsBox } from '#shared/forms/words-box.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { problemsOf, type SettingsValues, settingsOf, valuesOf } from './settings-values.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** Settings changed elsewhere replace what is shown, except for fields changed here. */
export function SettingsForm({ settings }: { settings: OptOutSettings }) {
  const { t } = useTranslation()
  const form = useForm<SettingsValues>({
    values: valuesOf(settings),
    resetOptions: { keepDirtyValues: true },
    resolver: problemResolver(problemsOf),
  })
  const { isDirty } = form.formState
  const show = (shown: OptOutSettings) => form.reset(valuesOf(shown), { keepDirtyValues: false })
  const save = useSaveSettings({
    onSaved: show,
    place: (error) => placeIssues(form, error),
  })
  const submit = form.handleSubmit((values) => save.mutate(settingsOf(values)))
  return (
    <FormProvider {...form}>
      <LeaveGuard
        active={isDirty}
        lost={t('Your changes here will be lost.')}
        onLeave={() => show(settings)}
      />
      <form onSubmit={submit} noValidate className="grid gap-4 border-t px-5 py-4">
        <WordsField />
        <AnswerField />
        <LineSwitch />
        {isDirty && (
          <div className="flex justify-end gap-2">
            <Button disabled={save.isPending} onClick={() => show(settings)}>
              {t('Discard')}
            </Button>
            <Button type="submit" variant="primary" busy={save.isPending} busyText={t('Saving...')}>
              {t('Save')}
            </Button>
          </div>
        )}
      </form>
    </FormProvider>
  )
}

function WordsField() {
  const { t } = useTranslation()
  const { field } = useController<SettingsValues, 'words'>({ name: 'words' })
  return (
    <Field
      label={t('Words')}
      error={useFieldProblem<SettingsValues>('words')}
      hint={t(
        'The word must be the whole message, in upper or lower case. To opt back in, people write one of these: {words}.',
        { words: COME_BACK_WORDS.join(', ') },
      )}
    >
      <WordsBox
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        placeholder={t('Add a word')}
        locked={OPT_OUT_WORDS}
      />
    </Field>
  )
}

function AnswerField() {
  const { t } = useTranslation()
  const { register } = useFormContext<SettingsValues>()
  return (
    <Field
      label={t('Confirmation, sent once')}
      error={useFieldProblem<SettingsValues>('answer')}
      hint={t('Leave empty to send none.')}
    >
      <Textarea {...register('answer')} rows={3} maxLength={OPT_OUT_ANSWER_MAX_LENGTH} />
    </Field>
  )
}

function LineSwitch() {
  const { t } = useTranslation()
  const { field } = useController<SettingsValues, 'lineByDefault'>({ name: 'lineByDefault' })
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor="line-by-default" className="text-caption font-medium">
          {t('‘Reply STOP to stop’ in new campaigns')}
        </label>
        <p id="line-by-default-note" className="text-xs text-muted-foreground">
          {t('Each campaign can turn it off or choose its language.')}
        </p>
      </div>
      <Switch
        id="line-by-default"
        aria-describedby="line-by-default-note"
        checked={field.value}
        onCheckedChange={field.onChange}
        onBlur={field.onBlur}
      />
    </div>
  )
}
