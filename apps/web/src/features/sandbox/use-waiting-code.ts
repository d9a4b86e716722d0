import { useEffect, useEffectEvent, useState } from 'react'
import { useRealtime } from '#shared/realtime/realtime-context.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

/** Whether a QR code of this account waits to be scanned; false until known. */
export function useWaitingCode(): boolean {
  const { status: line, emit } = useRealtime()
  const [waiting, setWaiting] = useState(false)
  useRealtimeEvent('whatsapp_status', (status) => setWaiting(status === 'waiting_qr'))
  useRealtimeEvent('whatsapp_qr', () => setWaiting(true))
  const onLine = useEffectEvent(() => {
    if (line === 'connected') emit('get_whatsapp_status')
    else setWaiting(false)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each reconnect
  useEffect(() => onLine(), [line])
  return waiting
}
