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
    Record<'field' | 'tag', (userId: string, id: string) => Promise<void>>
  >
  readonly realtime: Realtime
  readonly clock: Clock
}

/** The contact fields and tags of an owner. */
export function detailsRoutes(route: Route, deps: DetailsDeps): void {
  const { fields, tags, deletion, realtime, clock } = deps
  const changed = (userId: string) => realtime.toUser(userId, 'contacts_changed')

  route(listContactFields, ({ caller }) => fields.list(caller.userId))

  route(createContactField, async ({ caller, body }) => {
    const field = await fields.add(caller.userId, body.label, clock.now())
    changed(caller.userId)
    return field
  })

  route(renameContactField, async ({ caller, params, body }) => {
    const field = await fields.rename(caller.userId, params.id, body.label)
    changed(caller.userId)
    return field
  })

  route(deleteContactField, async ({ caller, params }) => {
    await deletion.field(caller.userId, params.id)
    changed(caller.userId)
    return { message: 'Field deleted.' }
  })

  route(listContactTags, ({ caller }) => tags.list(caller.userId))

  route(renameContactTag, async ({ caller, params, body }) => {
    const tag = await tags.rename(caller.userId, params.id, body.name)
    changed(caller.userId)
    return tag
  })

  route(deleteContactTag, async ({ caller, params }) => {
    await deletion.tag(caller.userId, params.id)
    changed(caller.userId)
    return { message: 'Tag deleted.' }
  })
}
