import { deleteMedia, listMedia, mediaUse, uploadMedia } from '@kirim/contract/media'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { listInPages } from '../../platform/http/streamed.ts'
import type { MediaUses } from './media.ports.ts'
import type { MediaRecord } from './media.repository.ts'
import { presentMedia } from './present-media.ts'
import { deleteFromLibrary } from './release-media.ts'
import { type StoreUploadDeps, storeUpload } from './store-upload.ts'

export function mediaRoutes(route: Route, deps: StoreUploadDeps & { usesOf: MediaUses }): void {
  route(listMedia, async ({ caller }) =>
    listInPages(presented(deps.media.list(caller.workspaceId))),
  )

  route(uploadMedia, async ({ caller, file }) => {
    if (!file) throw new DomainError('media_missing')
    return presentMedia(await storeUpload(deps, caller.workspaceId, file, { inLibrary: true }))
  })

  route(mediaUse, async ({ caller, params }) => {
    const [file] = await deps.media.find(caller.workspaceId, [params.id])
    if (!file) throw new DomainError('media_not_found')
    return deps.usesOf(caller, file.id)
  })

  route(deleteMedia, async ({ caller, params }) => {
    await deleteFromLibrary(deps, caller.workspaceId, params.id)
    return { message: 'File deleted.' }
  })
}

async function* presented(pages: AsyncIterable<MediaRecord[]>) {
  for await (const page of pages) yield page.map(presentMedia)
}
