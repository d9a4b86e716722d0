import type { WorkspacesPort } from '../features/accounts/accounts.ports.ts'
import { createWorkspacesRepository } from '../features/workspaces/workspaces.repository.ts'
import type { Db } from '../platform/database/database.ts'
import { createListenersInTurn } from '../platform/upward-calls.ts'
import type { Base } from './base.ts'

/** Wires workspaces, which own everything but people. */
export function wireWorkspaces({ db }: Pick<Base, 'db'>) {
  const onOpened = createListenersInTurn<[tx: Db, workspaceId: string]>()
  const workspaces = createWorkspacesRepository(db)
  const port: WorkspacesPort = {
    find: workspaces.find,
    change: (id, change, tx = db) => createWorkspacesRepository(tx).change(id, change),
    delete: (id, tx) => createWorkspacesRepository(tx).delete(id),
    async open(tx, workspace) {
      await createWorkspacesRepository(tx).add(workspace)
      await onOpened(tx, workspace.id)
    },
  }
  return {
    port,
    /** Called in the transaction that opens a workspace. */
    onOpened: onOpened.add,
    planOf: async (workspaceId: string) =>
      (await workspaces.find(workspaceId))?.membershipPlan ?? null,
    countryOf: async (workspaceId: string) =>
      (await workspaces.find(workspaceId))?.defaultCountry ?? '',
  }
}

export type Workspaces = ReturnType<typeof wireWorkspaces>
