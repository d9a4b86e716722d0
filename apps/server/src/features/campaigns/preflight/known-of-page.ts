import type { KnownOfPage } from './count-people.ts'
import type { ReachedPerson } from './people-pages.ts'
import type { PreflightRooms } from './preflight.ports.ts'

/** What is known of a page of people besides themselves. */
export async function knownOf(
  deps: PreflightRooms,
  userId: string,
  page: readonly ReachedPerson[],
): Promise<KnownOfPage> {
  const numbers = page.map(({ phoneNumber }) => phoneNumber)
  const lids = page.flatMap(({ check }) => (check?.jid?.endsWith('@lid') ? [check.jid] : []))
  return {
    optedOutNumbers: await deps.leftAlone.numbersAmong(userId, numbers),
    optedOutLids: lids.length > 0 ? await deps.leftAlone.lidsAmong(userId, lids) : new Set(),
  }
}
