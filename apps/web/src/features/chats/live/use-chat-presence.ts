import type { ChatPresence } from '@kirim/contract/realtime'
import { useEffect, useEffectEvent, useState } from 'react'
import { useUser } from '#shared/auth/auth-context.ts'
import { useRealtime } from '#shared/realtime/realtime-context.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

export type PersonHere = ChatPresence['people'][number]

/** The server forgets who does not say it again. */
const AGAIN_MS = 20_000

/** Tells the others that this chat is open here, and whether its reader is writing. */
export function useTellPresence(chatId: string, isWriting: boolean): void {
  const { emit, status } = useRealtime()
  const tell = useEffectEvent(() => void emit('chat_opened', { chatId, isWriting }))
  const leave = useEffectEvent(() => void emit('chat_opened', null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew after each of these
  useEffect(() => {
    tell()
    const timer = setInterval(() => tell(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [chatId, isWriting, status])
  useEffect(() => () => leave(), [])
}

/** Who else of the team has this chat open. */
export function useOthersHere(chatId: string): readonly PersonHere[] {
  const me = useUser()._id
  const [here, setHere] = useState<ChatPresence>({ chatId, people: [] })
  useRealtimeEvent('chat_presence_changed', (presence) => {
    if (presence.chatId === chatId) setHere(presence)
  })
  return here.chatId === chatId ? here.people.filter(({ id }) => id !== me) : []
}
