import { emailKey } from '../features/accounts/accounts.repository.ts'
import { createGuesses } from '../features/accounts/guesses.ts'
import { createPeople, leaveUsual, personRows } from '../features/accounts/people.ts'
import { campaignPlace } from '../features/campaigns/campaign/campaign-facts.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createAssignedChats } from '../features/messages/assigned-chats.ts'
import { joiningRoutes } from '../features/workspaces/joining.routes.ts'
import { membershipRows } from '../features/workspaces/membership.ts'
import { teamRoutes } from '../features/workspaces/team.routes.ts'
import { teamInvitationsRoutes } from '../features/workspaces/team-invitations.routes.ts'
import type { FindPlace, PeoplePort } from '../features/workspaces/workspaces.ports.ts'
import { workspacesRoutes } from '../features/workspaces/workspaces.routes.ts'
import type { Db } from '../platform/database/database.ts'
import type { Accounts } from './accounts.ts'
import type { Admin } from './admin.ts'
import type { Base } from './base.ts'
import type { Chats } from './chats.ts'
import type { Workspaces } from './workspaces.ts'

const GUESSES = 10
const GUESSES_WINDOW_MS = 15 * 60 * 1000

interface TeamNeeds {
  readonly workspaces: Workspaces
  readonly accounts: Accounts
  readonly admin: Admin
  readonly chats: Chats
}

/** Wires the people of workspaces, and what they do with a workspace as a whole. */
export function wireTeam(base: Base, { workspaces, accounts, admin, chats }: TeamNeeds): void {
  const { db, limits, route } = base
  const devices = createKnownDevices(db)
  const people: PeoplePort = {
    ...createPeople(db),
    rows: personRows,
    emailKey,
    leaveUsual: (tx: Db, workspaceId, personIds) =>
      leaveUsual(tx, { membershipRows }, workspaceId, personIds),
  }
  const findPlace: FindPlace = async (id) => {
    const campaign = await campaignPlace(db, id)
    if (campaign) return { ...campaign, needs: 'campaigns:read' }
    const workspaceId = await devices.ownerOf(id)
    const isListed = workspaceId !== null && (await devices.isListed(workspaceId, id))
    return isListed ? { workspaceId, deviceId: id, needs: 'numbers:read' } : null
  }
  const deps = {
    ...base,
    people,
    numbers: devices,
    chats: createAssignedChats(db, chats.together.returned),
  }
  const { open } = workspaces.port
  workspacesRoutes(route, { ...deps, open, erase: admin.eraseWorkspace, findPlace })
  teamRoutes(route, { ...deps, present: base.realtimeServer.present })
  teamInvitationsRoutes(route, deps)
  joiningRoutes(route, {
    ...deps,
    registration: accounts.invited,
    guesses: createGuesses(limits.failures('team links', GUESSES, GUESSES_WINDOW_MS)),
  })
}
