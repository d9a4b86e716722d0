import { isoOrNull } from '../iso-time.ts'
import type { CourseDeps } from '../save/estimate-course.ts'
import type { SendingDevice } from './find-findings.ts'

/** What keeps the devices of a campaign from sending now. */
export function devicesAsTheyAre(
  { devices, isExpected }: CourseDeps,
  ids: readonly string[],
  now: number,
): Promise<SendingDevice[]> {
  return Promise.all(
    ids.map(async (id) => {
      const until = await devices.limitedUntil(id)
      return {
        name: (await devices.nameOf(id)) ?? '',
        isOffline: !isExpected(id),
        isLimitNamed: await devices.isLimitNamed(id),
        limitedUntil: isoOrNull(until !== null && until > now ? until : null),
      }
    }),
  )
}
