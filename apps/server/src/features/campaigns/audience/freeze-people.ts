import { inSteps } from '../../../platform/database/in-steps.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { createFrozenPeopleRepository, type People } from './frozen-people.repository.ts'

/** What a node holds while it freezes a campaign's people. */
export const FREEZING = 'people of a campaign'

/**
 * Freezes the requested recipients, until done or aborted; resolves at once when none were
 * requested.
 */
export async function freezePeople(
  deps: LedgerDeps,
  campaignId: string,
  signal?: AbortSignal,
): Promise<void> {
  const freeze = () => freezeHeld(deps, campaignId, signal)
  await deps.work.inTurn(FREEZING, campaignId, freeze, signal).catch((error: unknown) => {
    if (!signal?.aborted) throw error
  })
}

/** The same, by who holds it. */
export async function freezeHeld(
  deps: LedgerDeps,
  campaignId: string,
  signal?: AbortSignal,
): Promise<void> {
  const people = createFrozenPeopleRepository(deps.db, deps)
  const source = await people.sourceOf(campaignId)
  // People of another campaign are copied once they are complete.
  if (source) await freezePeople(deps, source, signal)
  await inSteps(() => people.step(campaignId), signal)
}

/** Resolves once no campaign needs these people any more, or when the signal aborts. */
export async function freezeDependents(
  deps: LedgerDeps,
  from: People,
  signal?: AbortSignal,
): Promise<void> {
  const dependents = await createFrozenPeopleRepository(deps.db, deps).dependentsOf(from)
  for (const campaignId of dependents) await freezePeople(deps, campaignId, signal)
}
