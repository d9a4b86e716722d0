import type { ConnectionStatus } from '@kirim/contract/devices'
import type { PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode, QrLife } from '@kirim/contract/realtime'
import type { DomainError } from '../../platform/errors.ts'
import { errorMessageArgs } from '../../platform/realtime/error-message.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'

/** The devices feature's events to a user's open browsers [7.realtime]. */
export function createDevicesEvents(realtime: Realtime) {
  return {
    status(userId: string, status: ConnectionStatus): void {
      realtime.toUser(userId, 'whatsapp_status', status)
      realtime.toUser(userId, 'devices_changed')
    },
    listChanged(userId: string): void {
      realtime.toUser(userId, 'devices_changed')
    },
    qr(userId: string, text: string, life: QrLife): void {
      realtime.toUser(userId, 'whatsapp_qr', text, life)
      realtime.toUser(userId, 'whatsapp_status', 'waiting_qr')
    },
    pairingCode(userId: string, code: PairingCode): void {
      realtime.toUser(userId, 'whatsapp_pairing_code', code)
    },
    passkey(userId: string, step: PasskeyStep): void {
      realtime.toUser(userId, 'whatsapp_passkey', step)
    },
    limitReached(userId: string, refusal: DomainError): void {
      this.status(userId, 'limit_reached')
      this.refused(userId, refusal)
    },
    refused(userId: string, refusal: DomainError): void {
      realtime.toUser(userId, 'error_message', ...errorMessageArgs(refusal))
    },
  }
}

export type DevicesEvents = ReturnType<typeof createDevicesEvents>
