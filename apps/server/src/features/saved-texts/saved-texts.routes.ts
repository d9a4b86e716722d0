import { SAVED_TEXTS_MAX } from '@kirim/contract/limits'
import type { MediaFile } from '@kirim/contract/media'
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
import { createSavedTextsRepository, type StoredText } from './saved-texts.repository.ts'

/** The files of saved texts. */
export interface TextMedia {
  /** In the given order; ids of other workspaces are left out. */
  find(workspaceId: string, mediaIds: readonly string[]): Promise<MediaFile[]>
  /** Erases those that nothing needs any more. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
}

interface SavedTextsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly media: TextMedia
}

/** Texts that their owner starts messages from; a message keeps its own copy. */
export function savedTextsRoutes(route: Route, { db, clock, media }: SavedTextsDeps): void {
  const texts = createSavedTextsRepository(db)

  async function present<T extends Pick<StoredText, 'updatedAt' | 'mediaId'>>(
    workspaceId: string,
    stored: readonly T[],
  ) {
    const ids = stored.flatMap(({ mediaId }) => mediaId ?? [])
    const files = new Map((await media.find(workspaceId, ids)).map((file) => [file._id, file]))
    return stored.map(({ mediaId, updatedAt, ...text }) => {
      const file = mediaId === null ? undefined : files.get(mediaId)
      return { ...text, updatedAt: new Date(updatedAt).toISOString(), ...(file && { file }) }
    })
  }

  async function presentOne(workspaceId: string, stored: StoredText) {
    const [text] = await present(workspaceId, [stored])
    if (!text) throw new DomainError('saved_text_not_found')
    return text
  }

  async function requireFile(workspaceId: string, mediaId: string | null): Promise<void> {
    if (mediaId === null) return
    const found = await media.find(workspaceId, [mediaId])
    if (found.length === 0) throw new DomainError('media_not_found')
  }

  route(listSavedTexts, async ({ caller, query }) => ({
    items: await present(caller.workspaceId, await texts.list(caller.workspaceId, query.q ?? '')),
    total: await texts.count(caller.workspaceId),
  }))

  route(loadSavedText, async ({ caller, params }) =>
    presentOne(caller.workspaceId, await texts.require(caller.workspaceId, params.id)),
  )

  route(createSavedText, async ({ caller: { workspaceId }, body }) => {
    if ((await texts.count(workspaceId)) >= SAVED_TEXTS_MAX) {
      throw new DomainError('saved_texts_full', { max: SAVED_TEXTS_MAX })
    }
    const text = { id: newId(), ...body, mediaId: body.mediaId ?? null, updatedAt: clock.now() }
    await requireFile(workspaceId, text.mediaId)
    await texts.insert(workspaceId, text)
    return presentOne(workspaceId, text)
  })

  route(updateSavedText, async ({ caller: { workspaceId }, params, body }) => {
    const before = await texts.require(workspaceId, params.id)
    const mediaId = body.mediaId === undefined ? before.mediaId : body.mediaId
    const text = { id: params.id, ...body, mediaId, updatedAt: clock.now() }
    if (mediaId !== before.mediaId) await requireFile(workspaceId, mediaId)
    await texts.update(workspaceId, text)
    if (before.mediaId !== null && before.mediaId !== mediaId) {
      await media.releaseUnused([before.mediaId])
    }
    return presentOne(workspaceId, text)
  })

  route(deleteSavedText, async ({ caller: { workspaceId }, params }) => {
    const { mediaId } = await texts.require(workspaceId, params.id)
    await texts.remove(workspaceId, params.id)
    if (mediaId !== null) await media.releaseUnused([mediaId])
    return undefined
  })
}
