import { deviceUse, listDevices, removeDevice } from '@kirim/contract/devices'
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
  handle('get_whatsapp_status', async (connection) => {
    const code = service.linking.waitingCode(connection.workspaceId)
    if (code) connection.reply('whatsapp_qr', code.text, code.life)
    const pairing = service.linking.waitingPairing(connection.workspaceId)
    if (pairing) connection.reply('whatsapp_pairing_code', pairing)
    const passkey = service.linking.waitingPasskey(connection.workspaceId)
    if (passkey) connection.reply('whatsapp_passkey', passkey)
    await linking.showElsewhere(connection.workspaceId)
    connection.reply('whatsapp_status', await service.statusOf(connection.workspaceId))
  })
  handle('whatsapp_connect_request', ({ workspaceId }) => linking.request(workspaceId))
  handle('whatsapp_relink_request', ({ workspaceId }, deviceId) =>
    linking.requestAgain(workspaceId, deviceId),
  )
  handle('whatsapp_pairing_request', ({ workspaceId }, phoneNumber) =>
    linking.requestPairing(workspaceId, phoneNumber),
  )
  handle('whatsapp_passkey_answer', ({ workspaceId }, answer) =>
    linking.answerPasskey(workspaceId, answer),
  )
  handle('whatsapp_passkey_confirm', ({ workspaceId }) => linking.confirmPasskey(workspaceId))
  handle('whatsapp_cancel_request', ({ workspaceId }) => service.cancelLink(workspaceId))
  handle('whatsapp_disconnect_request', ({ workspaceId }, deviceId) =>
    service.disconnect(workspaceId, deviceId || null),
  )
  handle('whatsapp_reconnect_request', ({ workspaceId }, deviceId) =>
    service.reconnect(workspaceId, deviceId),
  )
}
