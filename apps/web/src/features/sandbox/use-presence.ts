import type { SandboxPresence } from '@kirim/contract/realtime'
import { useEffect, useState } from 'react'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import type { ChatPlace } from './use-sandbox.ts'

type Activity = 'composing' | 'recording'

/** A presence without an update expires after this time. */
const PRESENCE_TIMEOUT_MS = 30_000

/** The activity of the linked number in this chat; null for none. */
export function usePresence({ phoneNumber, contactNumber }: ChatPlace): Activity | null {
  const [doing, setDoing] = useState<Activity | null>(null)
  const isHere = (place: { phoneNumber: string; contactNumber: string | null }) =>
    place.phoneNumber === phoneNumber && place.contactNumber === contactNumber
  useRealtimeEvent('sandbox_presence', (event) => {
    if (isHere(event)) setDoing(activityOf(event.presence))
  })
  // An arrived message ends the typing state.
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

/** Whether the linked number shows itself as online; the event then names it as its own contact. */
export function useOnline(phoneNumber: string): boolean {
  const [isOnline, setOnline] = useState(false)
  useRealtimeEvent('sandbox_presence', (event) => {
    if (event.phoneNumber === phoneNumber && event.contactNumber === phoneNumber)
      setOnline(event.presence === 'available')
  })
  return isOnline
}

function activityOf(presence: SandboxPresence['presence']): Activity | null {
  return presence === 'composing' || presence === 'recording' ? presence : null
}
