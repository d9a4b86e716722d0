import type { SandboxPresence } from '@kirim/contract/realtime'
import { useEffect, useState } from 'react'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import type { ChatPlace } from './use-sandbox.ts'

type Activity = 'composing' | 'recording'

/** Whoever stops without saying so is taken to have stopped after this. */
const PRESENCE_TIMEOUT_MS = 30_000

/** What the linked number is doing in this chat; null when nothing. */
export function usePresence({ phoneNumber, contactNumber }: ChatPlace): Activity | null {
  const [doing, setDoing] = useState<Activity | null>(null)
  const isHere = (place: { phoneNumber: string; contactNumber: string | null }) =>
    place.phoneNumber === phoneNumber && place.contactNumber === contactNumber
  useRealtimeEvent('sandbox_presence', (event) => {
    if (isHere(event)) setDoing(activityOf(event.presence))
  })
  // A message that has come is no longer being written.
  useRealtimeEvent('sandbox_changed', (place) => {
    if (isHere(place)) setDoing(null)
  })
  useEffect(() => {
    if (!doing) return
    const timer = setTimeout(() => setDoing(null), PRESENCE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [doing])
  return doing
}

function activityOf(presence: SandboxPresence['presence']): Activity | null {
  return presence === 'composing' || presence === 'recording' ? presence : null
}
