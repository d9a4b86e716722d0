import { SAVED_TEXTS_MAX } from '@kirim/contract/limits'
import {
  createSavedText,
  deleteSavedText,
  listSavedTexts,
  loadSavedText,
  updateSavedText,
} from '@kirim/contract/saved-texts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { newId } from '../../platform/ids.ts'
import { createSavedTextsRepository } from './saved-texts.repository.ts'

/** Texts that their owner starts messages from; a message keeps its own copy. */
export function savedTextsRoutes(route: Route, { db, clock }: { db: Db; clock: Clock }): void {
  const texts = createSavedTextsRepository(db)

  const present = <T extends { readonly updatedAt: number }>(stored: T) => ({
    ...stored,
    updatedAt: new Date(stored.updatedAt).toISOString(),
  })

  route(listSavedTexts, async ({ caller, query }) => ({
    items: (await texts.list(caller.workspaceId, query.q ?? '')).map(present),
    total: await texts.count(caller.workspaceId),
  }))

  route(loadSavedText, async ({ caller, params }) =>
    present(await texts.require(caller.workspaceId, params.id)),
  )

  route(createSavedText, async ({ caller, body }) => {
    if ((await texts.count(caller.workspaceId)) >= SAVED_TEXTS_MAX) {
      throw new DomainError('saved_texts_full', { max: SAVED_TEXTS_MAX })
    }
    const text = { id: newId(), ...body, updatedAt: clock.now() }
    await texts.insert(caller.workspaceId, text)
    return present(text)
  })

  route(updateSavedText, async ({ caller, params, body }) => {
    const text = { id: params.id, ...body, updatedAt: clock.now() }
    await texts.update(caller.workspaceId, text)
    return present(text)
  })

  route(deleteSavedText, async ({ caller, params }) => {
    await texts.remove(caller.workspaceId, params.id)
    return undefined
  })
}
