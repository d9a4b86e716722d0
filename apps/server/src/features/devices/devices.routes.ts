import { deviceUse, listDevices, removeDevice } from '@kirim/contract/devices'
import { type Caller, seesNumber } from '../../platform/caller.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { createRealtime } from '../../platform/realtime/realtime.ts'
import type { DeviceService } from './device-service.ts'
import type { DeviceUses } from './devices.ports.ts'

export function devicesRoutes(route: Route, service: DeviceService, usesOf: DeviceUses): void {
  route(listDevices, ({ caller }) => service.list(caller))

  route(deviceUse, async ({ caller, params }) => {
    await service.require(caller.workspaceId, params.id)
    return usesOf(caller, params.id)
  })

  route(removeDevice, async ({ caller, params }) => {
    await service.remove(caller.workspaceId, params.id)
    return { message: `Device ${params.id} removed successfully.` }
  })
}

/** The realtime calls [7.realtime]: linking, closing and resuming are requested over the socket. */
export function devicesRealtime(
  handle: ReturnType<typeof createRealtime>['handle'],
  service: DeviceService,
): void {
  const linking = service.linkingAnywhere
  handle('get_whatsapp_status', async ({ workspaceId, caller, reply }) => {
    if (!linking.isHidden(caller)) {
      const code = service.linking.waitingCode(workspaceId)
      if (code) reply('whatsapp_qr', code.text, code.life)
      const pairing = service.linking.waitingPairing(workspaceId)
      if (pairing) reply('whatsapp_pairing_code', pairing)
      const passkey = service.linking.waitingPasskey(workspaceId)
      if (passkey) reply('whatsapp_passkey', passkey)
      await linking.showElsewhere(workspaceId)
    }
    reply('whatsapp_status', await service.statusOf(caller))
  })
  handle('whatsapp_connect_request', async ({ workspaceId, caller }) => {
    requireAllNumbers(caller)
    await linking.request(workspaceId)
  })
  handle('whatsapp_relink_request', async ({ workspaceId, caller }, deviceId) => {
    requireNumber(caller, deviceId)
    await linking.requestAgain(workspaceId, deviceId)
  })
  // Whose number it is turns out only once its phone has accepted.
  handle('whatsapp_pairing_request', async ({ workspaceId, caller }, phoneNumber) => {
    requireAllNumbers(caller)
    await linking.requestPairing(workspaceId, phoneNumber)
  })
  handle('whatsapp_passkey_answer', async ({ workspaceId, caller }, answer) => {
    if (linking.isHidden(caller)) throw new DomainError('passkey_not_asked')
    await linking.answerPasskey(workspaceId, answer)
  })
  handle('whatsapp_passkey_confirm', async ({ workspaceId, caller }) => {
    if (linking.isHidden(caller)) throw new DomainError('passkey_not_asked')
    await linking.confirmPasskey(workspaceId)
  })
  handle('whatsapp_cancel_request', async ({ workspaceId, caller }) => {
    if (!linking.isHidden(caller)) await service.cancelLink(workspaceId)
  })
  handle('whatsapp_disconnect_request', async ({ workspaceId, caller }, deviceId) => {
    if (deviceId) requireNumber(caller, deviceId)
    else requireAllNumbers(caller)
    await service.disconnect(workspaceId, deviceId || null)
  })
  handle('whatsapp_reconnect_request', async ({ workspaceId, caller }, deviceId) => {
    requireNumber(caller, deviceId)
    await service.reconnect(workspaceId, deviceId)
  })
}

/** To who does not see a number, it does not exist. */
function requireNumber(caller: Caller, deviceId: string): void {
  if (!seesNumber(caller, deviceId)) throw new DomainError('device_not_found')
}

/** For what is about a new number, or about any. */
function requireAllNumbers({ deviceIds }: Caller): void {
  if (deviceIds !== null) throw new DomainError('forbidden')
}
