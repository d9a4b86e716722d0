import {
  createContactField,
  deleteContactField,
  deleteContactTag,
  listContactFields,
  listContactTags,
  renameContactField,
  renameContactTag,
} from '@kirim/contract/contact-details'
import type { Clock } from '../../../platform/clock.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { FieldsRepository } from './fields.repository.ts'
import type { TagsRepository } from './tags.repository.ts'

export interface DetailsDeps {
  readonly fields: FieldsRepository
  readonly tags: TagsRepository
  readonly deletion: Readonly<
    Record<'field' | 'tag', (workspaceId: string, id: string) => Promise<void>>
  >
  readonly realtime: Realtime
  readonly clock: Clock
}

/** The contact fields and tags of an owner. */
export function detailsRoutes(route: Route, deps: DetailsDeps): void {
  const { fields, tags, deletion, realtime, clock } = deps
  const changed = (workspaceId: string) => realtime.toWorkspace(workspaceId, 'contacts_changed')

  route(listContactFields, ({ caller }) => fields.list(caller.workspaceId))

  route(createContactField, async ({ caller, body }) => {
    const field = await fields.add(caller.workspaceId, body.label, clock.now())
    changed(caller.workspaceId)
    return field
  })

  route(renameContactField, async ({ caller, params, body }) => {
    const field = await fields.rename(caller.workspaceId, params.id, body.label)
    changed(caller.workspaceId)
    return field
  })

  route(deleteContactField, async ({ caller, params }) => {
    await deletion.field(caller.workspaceId, params.id)
    changed(caller.workspaceId)
    return { message: 'Field deleted.' }
  })

  route(listContactTags, ({ caller }) => tags.list(caller.workspaceId))

  route(renameContactTag, async ({ caller, params, body }) => {
    const tag = await tags.rename(caller.workspaceId, params.id, body.name)
    changed(caller.workspaceId)
    return tag
  })

  route(deleteContactTag, async ({ caller, params }) => {
    await deletion.tag(caller.workspaceId, params.id)
    changed(caller.workspaceId)
    return { message: 'Tag deleted.' }
  })
}
