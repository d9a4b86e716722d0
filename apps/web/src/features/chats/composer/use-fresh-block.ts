import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'
import { chatKey, type OpenedChat } from '../chat-queries.ts'
import { useOurNumbers } from '../use-our-numbers.ts'

const AGAIN_MS = 500

/** Asks again what stands in the way of an answer whenever that may have changed. */
export function useFreshBlock({ chat, block }: OpenedChat): void {
  const client = useQueryClient()
  const isAway = useOurNumbers().numbers.get(chat.deviceId)?.connected === false
  const again = useThrottled(
    () => void client.invalidateQueries({ queryKey: chatKey(chat.id) }),
    AGAIN_MS,
  )
  useRealtimeEvent('opt_outs_changed', again)
  // Somebody who opted out may be answered once they write by themselves.
  const theirs = block?.code === 'opted_out' ? chat.lastAt : ''
  const now = { isAway, assignedTo: chat.assignedTo, theirs }
  const before = useRef(now)
  const look = useEffectEvent(() => {
    const was = before.current
    before.current = now
    const hasWritten = was.theirs !== '' && theirs !== '' && was.theirs !== theirs
    if (was.isAway !== isAway || was.assignedTo !== chat.assignedTo || hasWritten) again()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at each change of these.
  useEffect(look, [isAway, chat.assignedTo, theirs])
}
