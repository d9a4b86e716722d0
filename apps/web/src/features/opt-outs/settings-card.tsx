import {
  COME_BACK_WORDS,
  loadOptOutSettings,
  OPT_OUT_ANSWER_MAX_LENGTH,
  OPT_OUT_WORDS,
  OptOutSettings,
  saveOptOutSettings,
} from '@kirim/contract/opt-outs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { fieldIssues } from '#shared/forms/field-issue.ts'
import { completeKeyword, type Keywords } from '#shared/forms/keywords.ts'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { TextField } from '#shared/forms/text-field.tsx'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { WordsBox } from '#shared/forms/words-box.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { SettingsSummary } from './settings-summary.tsx'

/** The opt-out words, the confirmation, and the line in new campaigns. */
export function SettingsCard() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(callQuery(loadOptOutSettings))
  return (
    <Card aria-labelledby="how-people-opt-out">
      <CardHeader id="how-people-opt-out" title={t('How people opt out')} />
      {data && (
        <Allowed to="opt-outs:write" otherwise={<SettingsSummary settings={data} />}>
          <SettingsForm settings={data} />
        </Allowed>
      )}
      {!data && !error && <Loading text={t('Loading settings...')} />}
      {!data && error && (
        <ErrorState
          message={messageOf(error, t('Failed to load settings.'))}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </Card>
  )
}

interface SettingsValues {
  words: Keywords
  answer: string
  lineByDefault: boolean
}

function valuesOf({ words, ...settings }: OptOutSettings): SettingsValues {
  return { ...settings, words: { words, typing: '' } }
}

/** The settings to save, with the word that is still being typed. */
function settingsOf({ words, ...values }: SettingsValues): OptOutSettings {
  return { ...values, words: [...completeKeyword(words).words] }
}

/** Settings changed elsewhere replace the shown ones, except in fields changed here. */
function SettingsForm({ settings }: { settings: OptOutSettings }) {
  const { t } = useTranslation()
  const form = useForm<SettingsValues>({
    values: valuesOf(settings),
    resetOptions: { keepDirtyValues: true },
    resolver: problemResolver((values) =>
      Object.fromEntries(fieldIssues(OptOutSettings.safeParse(settingsOf(values)).error)),
    ),
  })
  const { isDirty } = form.formState
  const show = (shown: OptOutSettings) => form.reset(valuesOf(shown), { keepDirtyValues: false })
  const queryClient = useQueryClient()
  const save = useSingleMutation({
    mutationFn: (body: OptOutSettings) => request(saveOptOutSettings, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(callQuery(loadOptOutSettings).queryKey, saved)
      show(saved)
      toast({ title: t('Settings saved.'), tone: 'success' })
    },
    onError: (error) => {
      if (placeIssues(form, error)) return
      toast({ title: messageOf(error, t('Failed to save settings.')), tone: 'error' })
    },
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
        <TextField
          name="answer"
          label={t('Confirmation, sent once')}
          hint={t('Leave empty to send none.')}
          rows={3}
          maxLength={OPT_OUT_ANSWER_MAX_LENGTH}
        />
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
