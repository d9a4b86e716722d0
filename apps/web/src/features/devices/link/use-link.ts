import { errors } from '@kirim/contract/errors'
import type { PasskeyAnswer } from '@kirim/contract/passkey'
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuth } from '#shared/auth/auth-context.ts'
import { refusalText } from '#shared/i18n/server-text.ts'
import { useRealtime } from '#shared/realtime/realtime-context.ts'
import { useConnectError, useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { toast } from '#shared/toast/toast.ts'
import { usePlanRoom, useRefreshDevices } from '../use-devices.ts'
import {
  initialLinkState,
  type LinkEvent,
  type LinkState,
  type LinkWay,
  nextLinkState,
  refreshesDevices,
} from './link-state.ts'

/**
 * Linking over the realtime connection [4.device] [7.realtime] [8.realtime]: its state and actions.
 */
export function useLink() {
  const { t } = useTranslation()
  const userId = useAuth().user?._id
  const { status: line, emit } = useRealtime()
  const room = usePlanRoom()
  const [state, dispatch] = useReducer(nextLinkState, userId, initialLinkState)
  /** The device of the last request; null for a new one. */
  const again = useRef<string | null>(null)
  /** Null until the user chooses. */
  const [way, chooseWay] = useState<LinkWay | null>(null)
  useLinkEvents(state, dispatch)
  useConnectionEvents(dispatch)

  /** Reports that the plan is full; true when there is a free place. */
  function hasRoom(): boolean {
    if (room.full) refuse(t(errors.device_limit_reached.text, { plan: room.plan, n: room.limit }))
    return !room.full
  }

  function notReady(): void {
    refuse(t('Connection to server not ready or user not available.'))
  }

  function connect(): void {
    if (!hasRoom()) return
    again.current = null
    if (userId && emit('whatsapp_connect_request', userId)) {
      chooseWay('qr')
      dispatch({ type: 'connect_requested' })
    } else notReady()
  }

  function connectAgain(deviceId: string): void {
    if (!hasRoom()) return
    again.current = deviceId
    if (emit('whatsapp_relink_request', deviceId)) {
      dispatch({ type: 'connect_requested' })
      chooseWay('qr')
    } else notReady()
  }

  return {
    state,
    line,
    way,
    chooseWay,
    ready: line === 'connected' && Boolean(userId),
    /** Requests a code for a new device. */
    connect,
    /** Requests a code for the phone of this device. */
    connectAgain,
    /** Requests another code for the same device as the last one. */
    showAnother: () => (again.current === null ? connect() : connectAgain(again.current)),
    /** Requests a code for this number's phone to type. */
    connectByCode(phoneNumber: string): void {
      if (!hasRoom()) return
      if (emit('whatsapp_pairing_request', phoneNumber)) dispatch({ type: 'connect_requested' })
      else notReady()
    },
    answerPasskey(answer: PasskeyAnswer): void {
      if (!emit('whatsapp_passkey_answer', answer)) notReady()
    },
    /** The phone shows the same code. */
    confirmPasskey(): void {
      if (!emit('whatsapp_passkey_confirm')) notReady()
    },
    /** Withdraws the pending code. */
    cancel(): void {
      if (emit('whatsapp_cancel_request')) dispatch({ type: 'close_requested' })
      else notReady()
    },
    /** Closes a device's session; false when nothing could be sent. */
    disconnect(deviceId: string): boolean {
      const sent = emit('whatsapp_disconnect_request', deviceId)
      if (sent) dispatch({ type: 'close_requested' })
      else refuse(t('No active server connection to disconnect session.'))
      return sent
    },
    /** Reconnects a device without a scan; false when nothing could be sent. */
    reconnect(deviceId: string): boolean {
      if (!hasRoom()) return false
      const sent = emit('whatsapp_reconnect_request', deviceId)
      if (!sent) notReady()
      return sent
    },
    /** Call before removing a device: the next 'disconnected' is expected. */
    expectClosing: () => dispatch({ type: 'close_requested' }),
  }
}

export type Link = ReturnType<typeof useLink>

function refuse(title: string): void {
  toast({ title, tone: 'error' })
}

function useLinkEvents(state: LinkState, dispatch: Dispatch<LinkEvent>): void {
  const { emit } = useRealtime()
  const refreshDevices = useRefreshDevices()
  useRealtimeEvent('whatsapp_qr', (text, life) =>
    dispatch({ type: 'qr', text, life, now: Date.now() }),
  )
  useRealtimeEvent('whatsapp_pairing_code', (pairing) =>
    dispatch({ type: 'pairing', pairing, now: Date.now() }),
  )
  useRealtimeEvent('whatsapp_passkey', (step) =>
    dispatch({ type: 'passkey', step, now: Date.now() }),
  )
  useRealtimeEvent('whatsapp_status', (status) => {
    dispatch({ type: 'status', status })
    if (!refreshesDevices(status)) return
    refreshDevices()
    // The status may be about another device while our code is pending: then request it again.
    if (state.code || state.passkey) emit('get_whatsapp_status')
  })
  // Another plan may lift the limit that 'limit_reached' reported.
  useRealtimeEvent('account_changed', () => emit('get_whatsapp_status'))
  useRealtimeEvent('error_message', (message, refusal) =>
    refuse(refusal ? refusalText({ ...refusal, message }) : message),
  )
}

function useConnectionEvents(dispatch: Dispatch<LinkEvent>): void {
  const { t } = useTranslation()
  const { status: line, emit } = useRealtime()
  const refreshDevices = useRefreshDevices()
  const outageReported = useRef(false)
  const onConnected = useEffectEvent(() => {
    outageReported.current = false
    emit('get_whatsapp_status')
    refreshDevices()
  })
  useEffect(() => {
    if (line === 'connected') onConnected()
    if (line === 'disconnected') dispatch({ type: 'line_lost' })
  }, [line, dispatch])
  useConnectError((reason) => {
    // It retries every few seconds; each outage is reported once.
    const text = t('Server connection failed: {reason}', { reason: refusalText(reason) })
    if (!outageReported.current) refuse(text)
    outageReported.current = true
  })
}
