import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useConversation } from '../conversation-context.ts'

/** The network says it again while they go on. */
const FORGOTTEN_MS = 25_000

type Typing = 'composing' | 'recording'

/** Three dots while the person of the open chat writes or records. */
export function TypingBubble({ chatId }: { chatId: string }) {
  const { t } = useTranslation()
  const { personName } = useConversation()
  const [typing, setTyping] = useState<Typing | null>(null)
  const [times, setTimes] = useState(0)
  useRealtimeEvent('chat_typing', (event) => {
    if (event.chatId !== chatId) return
    setTyping(event.typing === 'paused' ? null : event.typing)
    setTimes((before) => before + 1)
  })
  useRealtimeEvent('chat_entries_changed', ({ chatId: changed, entries }) => {
    if (changed === chatId && entries.some(({ by }) => by === 'person')) setTyping(null)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each event begins anew
  useEffect(() => {
    if (typing === null) return
    const timer = setTimeout(() => setTyping(null), FORGOTTEN_MS)
    return () => clearTimeout(timer)
  }, [typing, times])
  if (typing === null) return null
  const words = { name: personName }
  return (
    <div className="flex shrink-0 bg-chat px-4 pb-3 lg:px-6">
      <p className="flex h-8 items-center gap-1 rounded-xl rounded-tl-[4px] bg-bubble-in px-3 ring-1 ring-border/70">
        <i aria-hidden="true" className="size-1.5 rounded-full bg-foreground" />
        <i aria-hidden="true" className="size-1.5 rounded-full bg-foreground/60" />
        <i aria-hidden="true" className="size-1.5 rounded-full bg-foreground/35" />
        <span className="sr-only">
          {typing === 'recording'
            ? t('{name} is recording…', words)
            : t('{name} is writing…', words)}
        </span>
      </p>
    </div>
  )
}
