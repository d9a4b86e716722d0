import type { AdminWorkspace } from '@kirim/contract/admin'
import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import type { UserTable } from '../../platform/database/schema/accounts.ts'
import type { Database } from '../../platform/database/schema.ts'
import { ownWorkspacesOf } from './own-workspaces.ts'
import { createWorkspacesRepository, type StoredWorkspace } from './workspaces.repository.ts'

type OwnerRow = Pick<UserTable, 'id' | 'name' | 'email' | 'role'>
/** A part of a query: people, with their roles on the server. */
export type OwnerRows = SelectQueryBuilder<Database, 'users', OwnerRow>

export interface WorkspaceListDeps {
  readonly personRows: OwnerRows
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
  const counts = await db
    .selectFrom('memberships')
    .select((eb) => ['workspace_id', eb.fn.countAll<number>().as('people')])
    .where('workspace_id', 'in', ids)
    .groupBy('workspace_id')
    .execute()
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
  const people = new Map(counts.map((row) => [row.workspace_id, Number(row.people)]))
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
