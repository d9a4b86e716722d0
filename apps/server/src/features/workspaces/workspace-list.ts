import type { AdminWorkspace } from '@kirim/contract/admin'
import type { Db } from '../../platform/database/database.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import { createMembershipsRepository } from './memberships.repository.ts'
import { ownWorkspacesOf } from './own-workspaces.ts'
import type { PersonRows } from './workspaces.ports.ts'
import { createWorkspacesRepository, type StoredWorkspace } from './workspaces.repository.ts'

export interface WorkspaceListDeps {
  readonly personRows: PersonRows
  /** How many numbers each of these workspaces has; those without may be missing. */
  numbersOf(db: Db, workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** All workspaces, oldest first, in pages. */
export async function* listAllWorkspaces(
  db: Db,
  deps: WorkspaceListDeps,
): AsyncGenerator<AdminWorkspace[]> {
  const pages = inPages(createWorkspacesRepository(db).after, (workspace) => workspace)
  for await (const page of pages) yield await presentWorkspaces(db, deps, page)
}

/** With their owners, and how many people and numbers they have. */
export async function presentWorkspaces(
  db: Db,
  { personRows, numbersOf }: WorkspaceListDeps,
  page: readonly StoredWorkspace[],
): Promise<AdminWorkspace[]> {
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const owners = await db
    .selectFrom('memberships')
    .innerJoin(personRows.as('people'), 'people.id', 'memberships.person_id')
    .select(['memberships.workspace_id', 'people.id', 'people.name', 'people.email', 'people.role'])
    .where('memberships.workspace_id', 'in', ids)
    .where('memberships.role', '=', 'owner')
    .orderBy('memberships.created_at')
    .orderBy('people.id')
    .execute()
  const admins = owners.filter(({ role }) => role === 'admin')
  const ownOfAdmins = await ownWorkspacesOf(
    db,
    admins.map(({ id }) => id),
  )
  const keeping = new Set([...ownOfAdmins.values()].map(({ id }) => id))
  const ownersOf = Map.groupBy(owners, (owner) => owner.workspace_id)
  const people = await createMembershipsRepository(db, personRows).countIn(ids)
  const numbers = await numbersOf(db, ids)
  return page.map((workspace) => ({
    id: workspace.id,
    name: workspace.name,
    owners: (ownersOf.get(workspace.id) ?? []).map(({ id, name, email }) => ({ id, name, email })),
    people: people.get(workspace.id) ?? 0,
    numbers: numbers.get(workspace.id) ?? 0,
    membershipPlan: workspace.membershipPlan,
    keepsPlan: keeping.has(workspace.id),
    createdAt: new Date(workspace.createdAt).toISOString(),
  }))
}
