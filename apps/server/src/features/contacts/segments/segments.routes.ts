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

  async function fillSegment(workspaceId: string, id: string) {
    await filling.refresh(id)
    realtime.toWorkspace(workspaceId, 'contacts_changed')
    return presentGroup(await groups.require(workspaceId, id))
  }

  route(createSegment, async ({ caller, body }) => {
    const { workspaceId } = caller
    const id = newId()
    const name = cleanName(body.groupName)
    await requireReferences(deps, caller, body.filter)
    await groups.insert(workspaceId, { id, name, filter: body.filter }, clock.now())
    try {
      return await fillSegment(workspaceId, id)
    } catch (error) {
      await deletion.group(workspaceId, id)
      throw error
    }
  })

  route(updateSegment, async ({ caller, params: { id }, body }) => {
    const { workspaceId } = caller
    const filter = await groups.requireSegment(workspaceId, id)
    await requireReferences(deps, caller, body.filter, filter)
    await groups.update(workspaceId, id, { name: cleanName(body.groupName), filter: body.filter })
    return fillSegment(workspaceId, id)
  })

  route(previewSegment, async ({ caller, body, reply }) => {
    const { workspaceId } = caller
    const signal = abortOnHangUp(reply.raw)
    const { people, first } = await previews.run(workspaceId, () =>
      filling.preview(caller, body.filter, signal),
    )
    return { people, first: await presentContacts(deps, workspaceId, first) }
  })
}
