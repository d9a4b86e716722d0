import { inSteps } from '../../../platform/database/in-steps.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { createFrozenPeopleRepository, type People } from './frozen-people.repository.ts'

/**
 * Freezes the recipients that were asked for, until done or aborted; resolves at once when there
 * are none.
 */
export async function freezePeople(
  deps: LedgerDeps,
  campaignId: string,
  signal?: AbortSignal,
): Promise<void> {
  const people = createFrozenPeopleRepository(deps.db, deps)
  const source = await people.sourceOf(campaignId)
  // Taken over when they are all there.
  if (source) await freezePeople(deps, source, signal)
  await inSteps(() => people.step(campaignId), signal)
}

/** Resolves once no campaign needs these people to be where they are, or at the signal. */
export async function freezeDependents(
  deps: LedgerDeps,
  from: People,
  signal?: AbortSignal,
): Promise<void> {
  const dependents = await createFrozenPeopleRepository(deps.db, deps).dependentsOf(from)
  for (const campaignId of dependents) await freezePeople(deps, campaignId, signal)
}
