import {
  createWorkspacesRepository,
  type NewWorkspace,
  type WorkspaceChange,
} from '../features/workspaces/workspaces.repository.ts'
import type { Db } from '../platform/database/database.ts'
import { createListenersInTurn } from '../platform/upward-calls.ts'
import type { Base } from './base.ts'

/** Wires workspaces, which own everything but people. */
export function wireWorkspaces({ db }: Pick<Base, 'db'>) {
  const onOpened = createListenersInTurn<[tx: Db, workspaceId: string]>()
  const workspaces = createWorkspacesRepository(db)
  /** The workspaces of people, to whoever signs in. */
  const port = {
    find: workspaces.find,
    change: (id: string, change: WorkspaceChange, tx: Db = db) =>
      createWorkspacesRepository(tx).change(id, change),
    delete: (id: string, tx: Db) => createWorkspacesRepository(tx).delete(id),
    async open(tx: Db, workspace: NewWorkspace): Promise<void> {
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
