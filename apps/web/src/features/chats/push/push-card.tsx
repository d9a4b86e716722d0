import type { PushChoice } from '@kirim/contract/chat-push'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { CheckboxChoice } from '#shared/ui/checkbox-choice.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { pushSupport } from './push-browser.ts'
import { usePush } from './use-push.ts'

const NEVER = 'never'
const MINUTES = [5, 10, 15, 30, 60, 120] as const

/** What this browser tells of chats while no page of Kirim is open in it. */
export function PushCard() {
  const { t } = useTranslation()
  const { choice, turnOn, change, turnOff } = usePush()
  const support = pushSupport()
  const failed = turnOn.error ?? change.error ?? turnOff.error
  return (
    <Card aria-labelledby="push" className="min-w-0">
      <CardHeader
        id="push"
        title={t('Notifications in this browser')}
        description={t('Also while no page of Kirim is open. Never with a phone number.')}
      />
      <div className="grid gap-4 px-5 pb-5">
        {failed && <Alert>{messageOf(failed, t('Could not save the notifications.'))}</Alert>}
        {support === 'no' && (
          <p className="text-muted-foreground">
            {t('This browser cannot show them here. On an iPhone, add Kirim to the home screen.')}
          </p>
        )}
        {support === 'denied' && (
          <p className="text-muted-foreground">
            {t('You have blocked notifications of this site. Allow them in the browser first.')}
          </p>
        )}
        {support === 'yes' && !choice.data && (
          <Button
            className="w-fit"
            disabled={choice.isPending || turnOn.isPending}
            onClick={() => turnOn.mutate(undefined)}
          >
            {t('Turn on')}
          </Button>
        )}
        {support === 'yes' && choice.data && (
          <>
            <Choices choice={choice.data} onChange={change.mutate} />
            <Button
              variant="outline"
              className="w-fit"
              disabled={turnOff.isPending}
              onClick={() => turnOff.mutate(undefined)}
            >
              {t('Turn off')}
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}

interface ChoicesProps {
  readonly choice: PushChoice
  readonly onChange: (choice: PushChoice) => void
}

function Choices({ choice, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  const minutes = choice.unansweredMinutes
  return (
    <>
      <CheckboxChoice
        checked={choice.mine}
        disabled={false}
        onChange={(mine) => onChange({ ...choice, mine })}
        label={t('Messages in my chats')}
        hint={t('Chats that are assigned to you.')}
      />
      <CheckboxChoice
        checked={choice.mentions}
        disabled={false}
        onChange={(mentions) => onChange({ ...choice, mentions })}
        label={t('Mentions')}
        hint={t('Notes in which somebody names you.')}
      />
      <Field label={t('Chats that nobody answers')}>
        <Select
          value={minutes === null ? NEVER : String(minutes)}
          onValueChange={(value) =>
            onChange({ ...choice, unansweredMinutes: value === NEVER ? null : Number(value) })
          }
          options={[
            { value: NEVER, label: t('Never tell me') },
            ...MINUTES.map((n) => ({
              value: String(n),
              label: t('After {n} minutes', { n }),
            })),
          ]}
        />
      </Field>
      <CheckboxChoice
        checked={choice.showsText}
        disabled={false}
        onChange={(showsText) => onChange({ ...choice, showsText })}
        label={t('Show what was written')}
        hint={t('Otherwise only by whom. Whoever sees the screen can read it.')}
      />
    </>
  )
}
