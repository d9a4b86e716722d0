import { createSegment, previewSegment, updateSegment } from '@kirim/contract/contact-segments'
import type { Clock } from '../../../platform/clock.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { abortOnHangUp } from '../../../platform/http/abort-on-hang-up.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { newId } from '../../../platform/ids.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { cleanName } from '../contact-columns.ts'
import type { ContactDeletion } from '../deletion.ts'
import { type PresentDeps, presentContacts, presentGroup } from '../present-contact.ts'
import type { SegmentFilling } from './fill-segments.ts'
import { type ReferenceDeps, requireReferences } from './require-references.ts'

export interface SegmentDeps extends Pick<PresentDeps, 'outAmong'>, ReferenceDeps {
  readonly filling: SegmentFilling
  readonly deletion: ContactDeletion
  readonly realtime: Realtime
  readonly clock: Clock
}

/** Segments: groups that are filled by conditions. They are listed and deleted like groups. */
export function segmentsRoutes(route: Route, deps: SegmentDeps): void {
  const { groups, filling, deletion, realtime, clock } = deps
  const previews = createFairQueue()

  async function fillSegment(userId: string, id: string) {
    await filling.refresh(id)
    realtime.toUser(userId, 'contacts_changed')
    return presentGroup(await groups.require(userId, id))
  }

  route(createSegment, async ({ caller: { userId }, body }) => {
    const id = newId()
    const name = cleanName(body.groupName)
    await requireReferences(deps, userId, body.filter)
    await groups.insert(userId, { id, name, filter: body.filter }, clock.now())
    try {
      return await fillSegment(userId, id)
    } catch (error) {
      await deletion.group(userId, id)
      throw error
    }
  })

  route(updateSegment, async ({ caller: { userId }, params: { id }, body }) => {
    const filter = await groups.requireSegment(userId, id)
    await requireReferences(deps, userId, body.filter, filter)
    await groups.update(userId, id, { name: cleanName(body.groupName), filter: body.filter })
    return fillSegment(userId, id)
  })

  route(previewSegment, async ({ caller: { userId }, body, reply }) => {
    const signal = abortOnHangUp(reply.raw)
    const { people, first } = await previews.run(userId, () =>
      filling.preview(userId, body.filter, signal),
    )
    return { people, first: await presentContacts(deps, userId, first) }
  })
}
