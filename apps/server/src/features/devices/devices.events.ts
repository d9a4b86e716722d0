import type { ConnectionStatus } from '@kirim/contract/devices'
import type { PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode, QrLife } from '@kirim/contract/realtime'
import type { DomainError } from '../../platform/errors.ts'
import { errorMessageArgs } from '../../platform/realtime/error-message.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'

/** The devices feature's events to a user's open browsers [7.realtime]. */
export function createDevicesEvents(realtime: Realtime) {
  return {
    status(workspaceId: string, status: ConnectionStatus): void {
      realtime.toWorkspace(workspaceId, 'whatsapp_status', status)
      realtime.toWorkspace(workspaceId, 'devices_changed')
    },
    listChanged(workspaceId: string): void {
      realtime.toWorkspace(workspaceId, 'devices_changed')
    },
    qr(workspaceId: string, text: string, life: QrLife): void {
      realtime.toWorkspace(workspaceId, 'whatsapp_qr', text, life)
      realtime.toWorkspace(workspaceId, 'whatsapp_status', 'waiting_qr')
    },
    pairingCode(workspaceId: string, code: PairingCode): void {
      realtime.toWorkspace(workspaceId, 'whatsapp_pairing_code', code)
    },
    passkey(workspaceId: string, step: PasskeyStep): void {
      realtime.toWorkspace(workspaceId, 'whatsapp_passkey', step)
    },
    limitReached(workspaceId: string, refusal: DomainError): void {
      this.status(workspaceId, 'limit_reached')
      this.refused(workspaceId, refusal)
    },
    refused(workspaceId: string, refusal: DomainError): void {
      realtime.toWorkspace(workspaceId, 'error_message', ...errorMessageArgs(refusal))
    },
  }
}

export type DevicesEvents = ReturnType<typeof createDevicesEvents>
