import { type ChatSettings, loadChatSettings } from '@kirim/contract/chat-settings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { Card, CardHeader, CardSection } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { Select } from '#shared/ui/select.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { NumberRules } from './number-rules.tsx'
import { useChangeRules } from './use-change-rules.ts'
import { useRuleChoices } from './use-rule-choices.ts'

/** How the people of a workspace share its chats; each change holds at once. */
export function ChatRulesCard({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(callQuery(loadChatSettings))
  return (
    <Card aria-labelledby="chat-rules" className="min-w-0">
      <CardHeader id="chat-rules" title={t('Chats')} description={t('For everybody here.')} />
      {data && <Rules settings={data} />}
      {!data && !error && <Loading text={t('Loading settings...')} />}
      {!data && error && (
        <ErrorState
          message={messageOf(error, t('Failed to load settings.'))}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {children}
    </Card>
  )
}

function Rules({ settings: { rules, numbers } }: { settings: ChatSettings }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeRules()
  const choices = useRuleChoices(rules.waitsAfterMinutes)
  return (
    <>
      <CardSection className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={t('A wait is long after')} hint={t('Longer waits are shown in amber.')}>
          <Select
            value={String(rules.waitsAfterMinutes)}
            options={choices.waits}
            disabled={isPending}
            onValueChange={(minutes) => mutate({ waitsAfterMinutes: Number(minutes) })}
          />
        </Field>
        <Field
          label={t('A word of a person pauses the chatbot for')}
          hint={t('Written here or on the phone, in that chat alone.')}
        >
          <Select
            value={rules.botPause}
            options={choices.botPause}
            disabled={isPending}
            onValueChange={(botPause) => mutate({ botPause })}
          />
        </Field>
        <Field label={t('New chats are given')} hint={t('A chat that somebody has stays theirs.')}>
          <Select
            value={rules.newChats}
            options={choices.newChats}
            disabled={isPending}
            onValueChange={(newChats) => mutate({ newChats })}
          />
        </Field>
        <NumberRules usual={rules.newChats} numbers={numbers} choices={choices.newChats} />
      </CardSection>
      <SwitchRow
        label={t('Only the person who has a chat may write in it')}
        hint={t('Others may write notes, and take the chat first.')}
        checked={rules.assigneeOnly}
        disabled={isPending}
        onChange={(assigneeOnly) => mutate({ assigneeOnly })}
      />
      <SwitchRow
        label={t('People who opted out may be answered')}
        hint={t(
          'Only by a person, while their own later question is unanswered or less than 24 hours old.',
        )}
        checked={rules.answersOptedOut}
        disabled={isPending}
        onChange={(answersOptedOut) => mutate({ answersOptedOut })}
      />
    </>
  )
}

interface SwitchRowProps {
  label: string
  hint: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function SwitchRow({ label, hint, checked, disabled, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <CardSection className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-caption font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-xs text-muted-foreground">
          {hint}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </CardSection>
  )
}
