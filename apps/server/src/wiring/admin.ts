import type { SandboxHost } from '../adapters/sandbox/sandbox-host.ts'
import { createSandboxWorld } from '../adapters/sandbox/sandbox-world.ts'
import { adminRoutes } from '../features/accounts/admin.routes.ts'
import { personRows } from '../features/accounts/people.ts'
import type { DeviceService } from '../features/devices/device-service.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createAssignedChats } from '../features/messages/assigned-chats.ts'
import { sandboxRoutes } from '../features/sandbox/sandbox.routes.ts'
import { adminWorkspacesRoutes } from '../features/workspaces/admin.routes.ts'
import { createDeparture } from '../features/workspaces/depart.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import { createWorkspaceErasing } from './erase-workspace.ts'
import type { Media } from './media.ts'
import type { Workspaces } from './workspaces.ts'

interface AdminNeeds {
  readonly accounts: Pick<Accounts, 'tellPeople'>
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
  const eraseWorkspace = createWorkspaceErasing({
    db,
    realtime,
    removeDevices: devices.removeAll,
    closeSessions: devices.forgetOwner,
    eraseMedia: media.eraseAllOf,
    async removeSandboxPhones(workspaceId) {
      await sandbox?.started()
      await world?.removeOwner(workspaceId)
    },
  })
  /** Cancels what the plan no longer allows. */
  async function planChanged(workspaceId: string): Promise<void> {
    await needs.accounts.tellPeople(workspaceId)
    devices.planChanged(workspaceId)
  }
  adminWorkspacesRoutes(route, {
    db,
    personRows,
    numbersOf: (tx, ids) => createKnownDevices(tx).countsOf(ids),
    planChanged,
    eraseWorkspace,
  })
  adminRoutes(route, {
    db,
    realtime,
    workspaces: needs.workspaces.port,
    planChanged,
    leaveAll: createDeparture({
      db,
      realtime,
      people: { rows: personRows },
      chats: createAssignedChats(db),
      erase: eraseWorkspace,
    }),
  })
  return { eraseWorkspace }
}

export type Admin = ReturnType<typeof wireAdminAndSandbox>
