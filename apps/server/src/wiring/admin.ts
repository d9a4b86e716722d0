import type { SandboxHost } from '../adapters/sandbox/sandbox-host.ts'
import { createSandboxWorld } from '../adapters/sandbox/sandbox-world.ts'
import { adminRoutes } from '../features/accounts/admin.routes.ts'
import type { DeviceService } from '../features/devices/device-service.ts'
import { sandboxRoutes } from '../features/sandbox/sandbox.routes.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import { eraseRows } from './erase-rows.ts'
import type { Media } from './media.ts'

interface AdminNeeds {
  readonly devices: DeviceService
  readonly contacts: Contacts
  readonly media: Media
  /** Null on the live network. */
  readonly sandbox: SandboxHost | null
}

/** Wires the sandbox and the admin: deleting a member also removes their virtual phones. */
export function wireAdminAndSandbox(base: Base, needs: AdminNeeds): void {
  const { db, realtime, route } = base
  const { devices, contacts, media, sandbox } = needs
  if (sandbox) {
    base.http.addHook('onRequest', async ({ url }) => {
      if (url.startsWith('/api/sandbox')) await sandbox.started()
    })
  }
  const world = sandbox && createSandboxWorld(sandbox)
  sandboxRoutes(route, {
    world,
    realtime,
    namesOf: contacts.lists.namesOf,
    waitingCode: (userId) => devices.linking.waitingCode(userId)?.text ?? null,
    waitingPairing: devices.linking.waitingPairing,
    waitingPasskey: devices.linking.waitingPasskey,
    answerPasskey: (userId, answer) => devices.linking.answerPasskey(userId, answer),
  })
  adminRoutes(route, {
    db,
    realtime,
    belongings: {
      removeDevices: devices.removeAll,
      closeSessions: devices.forgetOwner,
      planChanged: devices.planChanged,
      eraseMedia: media.eraseAllOf,
      eraseRows: (userId) => eraseRows(db, userId),
      removeSandboxPhones: async (userId) => {
        await sandbox?.started()
        await world?.removeOwner(userId)
      },
    },
  })
}
