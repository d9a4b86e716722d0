import type { SandboxHost } from '../adapters/sandbox/sandbox-host.ts'
import { createSandboxWorld } from '../adapters/sandbox/sandbox-world.ts'
import { adminRoutes } from '../features/accounts/admin.routes.ts'
import type { DeviceService } from '../features/devices/device-service.ts'
import { sandboxRoutes } from '../features/sandbox/sandbox.routes.ts'
import { workspaceRows } from '../features/workspaces/membership.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import { eraseRows } from './erase-rows.ts'
import { createWorkspaceErasing } from './erase-workspace.ts'
import type { Media } from './media.ts'
import type { Workspaces } from './workspaces.ts'

interface AdminNeeds {
  readonly workspaces: Workspaces
  readonly devices: DeviceService
  readonly contacts: Contacts
  readonly media: Media
  /** Null on the live network. */
  readonly sandbox: SandboxHost | null
}

/** Wires the sandbox and the admin: deleting a member also removes their virtual phones. */
export function wireAdminAndSandbox(base: Base, needs: AdminNeeds) {
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
    waitingCode: (workspaceId) => devices.linking.waitingCode(workspaceId)?.text ?? null,
    waitingPairing: devices.linking.waitingPairing,
    waitingPasskey: devices.linking.waitingPasskey,
    answerPasskey: (workspaceId, answer) => devices.linking.answerPasskey(workspaceId, answer),
  })
  const erasing = {
    removeDevices: devices.removeAll,
    closeSessions: devices.forgetOwner,
    eraseMedia: media.eraseAllOf,
    removeSandboxPhones: async (workspaceId: string) => {
      await sandbox?.started()
      await world?.removeOwner(workspaceId)
    },
  }
  adminRoutes(route, {
    db,
    realtime,
    workspaces: needs.workspaces.port,
    parts: { workspaceRows },
    belongings: {
      ...erasing,
      planChanged: devices.planChanged,
      eraseRows: (workspaceId) => eraseRows(db, workspaceId),
    },
  })
  return { eraseWorkspace: createWorkspaceErasing({ db, realtime, ...erasing }) }
}
