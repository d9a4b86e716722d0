import { type Device, removeDevice } from '@kirim/contract/devices'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { toast } from '#shared/toast/toast.ts'
import type { Link } from '../link/use-link.ts'
import { useRefreshDevices } from '../use-devices.ts'

/** The actions on a linked device, one at a time [2.scan.disconnect] [8.devices]. */
export function useDeviceActions(link: Link) {
  const { t } = useTranslation()
  const refresh = useRefreshDevices()
  // Sent over the realtime connection. The answer is one of these events.
  const [pendingId, setPendingId] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const answered = () => setPendingId(null)
  useRealtimeEvent('devices_changed', answered)
  useRealtimeEvent('whatsapp_status', answered)
  useRealtimeEvent('error_message', answered)
  useEffect(() => {
    if (link.line !== 'connected') setPendingId(null)
  }, [link.line])

  async function remove({ id }: Device): Promise<void> {
    setRemoving(id)
    link.expectClosing()
    try {
      await request(removeDevice, { params: { id } })
      toast({ title: t('Device {id} removed successfully.', { id }), tone: 'success' })
    } catch (error) {
      const fallback = t('Could not remove device {id}.', { id })
      toast({ title: messageOf(error, fallback), tone: 'error' })
    } finally {
      setRemoving(null)
      refresh()
    }
  }

  return {
    isBusy: ({ id }: Device) => pendingId === id || removing === id,
    disconnect: ({ id }: Device) => setPendingId(link.disconnect(id) ? id : null),
    reconnect: ({ id }: Device) => setPendingId(link.reconnect(id) ? id : null),
    linkAgain({ id }: Device): void {
      link.connectAgain(id)
      // The code appears there, far below on a phone.
      document.getElementById('connect')?.closest('section')?.scrollIntoView({ block: 'nearest' })
    },
    remove,
  }
}

export type DeviceActions = ReturnType<typeof useDeviceActions>
