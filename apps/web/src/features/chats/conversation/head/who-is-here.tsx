import type { ChatPresence } from '@kirim/contract/realtime'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { Avatar } from '#shared/ui/avatar.tsx'

/** More faces than these take the room of the name. */
const FACES = 3

/** Who else of the team has this chat open. */
export function WhoIsHere({ chatId }: { chatId: string }) {
  const { t } = useTranslation()
  const me = useUser()._id
  const [people, setPeople] = useState<ChatPresence['people']>([])
  useRealtimeEvent('chat_presence_changed', (presence) => {
    if (presence.chatId === chatId) setPeople(presence.people)
  })
  const others = people.filter(({ id }) => id !== me)
  if (others.length === 0) return null
  return (
    <ul aria-label={t('Also here')} className="flex shrink-0 items-center -space-x-1.5">
      {others.slice(0, FACES).map(({ id, name }) => (
        <li key={id} title={t('{name} has this chat open', { name })}>
          <Avatar name={name} className="size-6 bg-neutral-soft text-[10px] ring-2 ring-card" />
          <span className="sr-only">{name}</span>
        </li>
      ))}
      {others.length > FACES && (
        <li className="pl-2 text-xs text-muted-foreground">+{others.length - FACES}</li>
      )}
    </ul>
  )
}
