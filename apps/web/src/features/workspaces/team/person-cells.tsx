import type { TeamMember } from '@kirim/contract/team'
import { EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSeenText } from './use-seen-text.ts'

export function PersonName({ person, isSelf }: { person: TeamMember; isSelf: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="flex min-w-0 items-baseline gap-1.5">
      <span title={person.name} className="truncate font-medium">
        {person.name}
      </span>
      {isSelf && <span className="shrink-0 text-xs text-muted-foreground">{t('you')}</span>}
    </p>
  )
}

/** 'Here now' with a dot, or when they were here last. Who reads this is here. */
export function LastSeen({ person, isSelf }: { person: TeamMember; isSelf: boolean }) {
  const { t } = useTranslation()
  const seenText = useSeenText()
  const { isHere, lastSeenAt } = person
  if (isHere || isSelf) {
    return (
      <span className="inline-flex items-center gap-2">
        <i aria-hidden="true" className="size-2 shrink-0 rounded-full bg-success" />
        {t('Here now')}
      </span>
    )
  }
  if (lastSeenAt === null) return <span className="text-muted-foreground">{t('Not yet')}</span>
  return <time dateTime={lastSeenAt}>{seenText(lastSeenAt)}</time>
}

export function HiddenNumbers({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <EyeOff aria-hidden="true" className="size-4 text-muted-foreground" />
      {text}
    </span>
  )
}
