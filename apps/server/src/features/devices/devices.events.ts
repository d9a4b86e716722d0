import type { ConnectionStatus } from '@kirim/contract/devices'
import type { PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode, QrLife } from '@kirim/contract/realtime'
import type { Membership } from '../../platform/caller.ts'
import type { DomainError } from '../../platform/errors.ts'
import { errorMessageArgs } from '../../platform/realtime/error-message.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'

/** What an event is about: a device, or one that is being linked for the first time. */
export type About = string | null

/** Whether somebody sees an attempt to link; who sees some numbers only, none of a new number. */
export function seesLink(
  { deviceIds }: Pick<Membership, 'deviceIds'>,
  { deviceId }: { readonly deviceId: About },
): boolean {
  return deviceIds === null || (deviceId !== null && deviceIds.includes(deviceId))
}

/** Somebody who sees only some numbers has no part in linking another. */
const seeing = (about: About) => (about === null ? [] : [about])

/**
 * The devices feature's events to the open browsers of a workspace [7.realtime], for those who see
 * the device.
 */
export function createDevicesEvents(realtime: Realtime) {
  return {
    status(workspaceId: string, about: About, status: ConnectionStatus): void {
      realtime.toNumbers(workspaceId, seeing(about), 'whatsapp_status', status)
      realtime.toNumbers(workspaceId, seeing(about), 'devices_changed')
    },
    /** A device has changed the status of all, which is for those who see all. */
    overallStatus(workspaceId: string, deviceId: string, status: ConnectionStatus): void {
      realtime.toNumbers(workspaceId, [], 'whatsapp_status', status)
      this.listChanged(workspaceId, deviceId)
    },
    listChanged(workspaceId: string, deviceId: string): void {
      realtime.toNumbers(workspaceId, [deviceId], 'devices_changed')
    },
    qr(workspaceId: string, about: About, text: string, life: QrLife): void {
      realtime.toNumbers(workspaceId, seeing(about), 'whatsapp_qr', text, life)
      realtime.toNumbers(workspaceId, seeing(about), 'whatsapp_status', 'waiting_qr')
    },
    pairingCode(workspaceId: string, about: About, code: PairingCode): void {
      realtime.toNumbers(workspaceId, seeing(about), 'whatsapp_pairing_code', code)
    },
    passkey(workspaceId: string, about: About, step: PasskeyStep): void {
      realtime.toNumbers(workspaceId, seeing(about), 'whatsapp_passkey', step)
    },
    limitReached(workspaceId: string, about: About, refusal: DomainError): void {
      this.status(workspaceId, about, 'limit_reached')
      this.refused(workspaceId, about, refusal)
    },
    refused(workspaceId: string, about: About, refusal: DomainError): void {
      const args = errorMessageArgs(refusal)
      realtime.toNumbers(workspaceId, seeing(about), 'error_message', ...args)
    },
  }
}

export type DevicesEvents = ReturnType<typeof createDevicesEvents>
