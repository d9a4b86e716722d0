import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Choice, ChoiceList, type ChoicesProps } from './choice-list.tsx'
import { snoozeTimes } from './snooze-times.ts'

/** Until when: a usual time, until the person writes, or a time of one's own. */
export function SnoozeChoices({ onAct }: ChoicesProps) {
  const { t } = useTranslation()
  const momentText = useMomentText()
  const [times] = useState(() => snoozeTimes(new Date()))
  return (
    <>
      <ChoiceList>
        {times.map((time) => (
          <Choice
            key={time.label}
            label={t(time.label)}
            end={momentText(time.until.toISOString())}
            onChoose={() => onAct({ type: 'snooze', until: time.until.toISOString() })}
          />
        ))}
        <Choice
          label={t('Until they write')}
          onChoose={() => onAct({ type: 'snooze', until: null })}
        />
      </ChoiceList>
      <OwnTime onAct={onAct} />
    </>
  )
}

/** A time of one's own; its field is there once it is asked for. */
function OwnTime({ onAct }: Pick<ChoicesProps, 'onAct'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const field = useId()
  const until = typed && new Date(typed) > new Date() ? new Date(typed) : null
  if (typed === null) {
    return (
      <ul className="mt-1 border-t pt-1">
        <Choice label={t('Choose a time')} onChoose={() => setTyped('')} />
      </ul>
    )
  }
  return (
    <form
      className="mt-2 flex items-end gap-2 border-t px-3 pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (until) onAct({ type: 'snooze', until: until.toISOString() })
      }}
    >
      <div className="min-w-0 flex-1">
        <label htmlFor={field} className="mb-1 block text-caption text-muted-foreground">
          {t('Choose a time')}
        </label>
        <Input
          id={field}
          type="datetime-local"
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={!until}>
        {t('Snooze')}
      </Button>
    </form>
  )
}
