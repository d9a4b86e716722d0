import { ownWorkspacesOf, peopleOf } from '../features/workspaces/own-workspaces.ts'
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
    ownOf: (personIds: readonly string[], tx: Db = db) => ownWorkspacesOf(tx, personIds),
    change: (id: string, change: WorkspaceChange, tx: Db = db) =>
      createWorkspacesRepository(tx).change(id, change),
    async open(tx: Db, workspace: NewWorkspace): Promise<void> {
      await createWorkspacesRepository(tx).add(workspace)
      await onOpened(tx, workspace.id)
    },
  }
  return {
    port,
    /** Called in the transaction that opens a workspace. */
    onOpened: onOpened.add,
    planOf: async (workspaceId: string, tx: Db = db) =>
      (await createWorkspacesRepository(tx).find(workspaceId))?.membershipPlan ?? null,
    everyPlan: (tx: Db) => createWorkspacesRepository(tx).plans(),
    peopleOf: (workspaceId: string) => peopleOf(db, workspaceId),
    countryOf: async (workspaceId: string) =>
      (await workspaces.find(workspaceId))?.defaultCountry ?? '',
  }
}

export type Workspaces = ReturnType<typeof wireWorkspaces>
