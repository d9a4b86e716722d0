import type { Db } from '../../platform/database/database.ts'
import { inSteps } from '../../platform/database/in-steps.ts'
import { createFrozenPeopleRepository, type People } from './frozen-people.repository.ts'

/** Freezes whoever was asked for, to the end or until the signal; resolves at once when nobody is. */
export async function freezePeople(
  db: Db,
  campaignId: string,
  signal?: AbortSignal,
): Promise<void> {
  const people = createFrozenPeopleRepository(db)
  const source = await people.sourceOf(campaignId)
  // Taken over when they are all there.
  if (source) await freezePeople(db, source, signal)
  await inSteps(() => people.step(campaignId), signal)
}

/** Resolves once no campaign needs these people to be where they are, or at the signal. */
export async function freezeReadersOf(db: Db, from: People, signal?: AbortSignal): Promise<void> {
  const readers = await createFrozenPeopleRepository(db).readersOf(from)
  for (const campaignId of readers) await freezePeople(db, campaignId, signal)
}
