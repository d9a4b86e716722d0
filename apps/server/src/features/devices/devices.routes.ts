import { deviceUse, listDevices, removeDevice } from '@kirim/contract/devices'
import type { Route } from '../../platform/http/routes.ts'
import type { createRealtime } from '../../platform/realtime/realtime.ts'
import type { DeviceService } from './device-service.ts'
import type { DeviceUses } from './devices.ports.ts'

export function devicesRoutes(route: Route, service: DeviceService, usesOf: DeviceUses): void {
  route(listDevices, ({ caller }) => service.list(caller.userId))

  route(deviceUse, async ({ caller, params }) => {
    await service.require(caller.userId, params.id)
    return usesOf(caller.userId, params.id)
  })

  route(removeDevice, async ({ caller, params }) => {
    await service.remove(caller.userId, params.id)
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
    const code = service.linking.waitingCode(connection.userId)
    if (code) connection.reply('whatsapp_qr', code.text, code.life)
    const pairing = service.linking.waitingPairing(connection.userId)
    if (pairing) connection.reply('whatsapp_pairing_code', pairing)
    const passkey = service.linking.waitingPasskey(connection.userId)
    if (passkey) connection.reply('whatsapp_passkey', passkey)
    await linking.showElsewhere(connection.userId)
    connection.reply('whatsapp_status', await service.statusOf(connection.userId))
  })
  handle('whatsapp_connect_request', ({ userId }) => linking.request(userId))
  handle('whatsapp_relink_request', ({ userId }, deviceId) =>
    linking.requestAgain(userId, deviceId),
  )
  handle('whatsapp_pairing_request', ({ userId }, phoneNumber) =>
    linking.requestPairing(userId, phoneNumber),
  )
  handle('whatsapp_passkey_answer', ({ userId }, answer) => linking.answerPasskey(userId, answer))
  handle('whatsapp_passkey_confirm', ({ userId }) => linking.confirmPasskey(userId))
  handle('whatsapp_cancel_request', ({ userId }) => service.cancelLink(userId))
  handle('whatsapp_disconnect_request', ({ userId }, deviceId) =>
    service.disconnect(userId, deviceId || null),
  )
  handle('whatsapp_reconnect_request', ({ userId }, deviceId) =>
    service.reconnect(userId, deviceId),
  )
}
