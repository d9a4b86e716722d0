import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignUse } from './campaign-use.ts'
import { IdParams, Moment } from './fields.ts'

/**
 * `filePath` is relative to the media host, `fileName` to `/uploads/` [2.media.host]
 * [2.library.previews].
 */
export const MediaFile = z.object({
  _id: z.string(),
  originalName: z.string(),
  fileName: z.string(),
  filePath: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  createdAt: Moment,
})
export type MediaFile = z.infer<typeof MediaFile>

export const listMedia = call({
  method: 'GET',
  path: '/media',
  needs: 'media:read',
  summary: 'The media library, newest first',
  status: 200,
  response: z.array(MediaFile),
})

export const uploadMedia = call({
  method: 'POST',
  path: '/media',
  needs: 'media:write',
  summary:
    'Upload one image, video, sound, PDF or office document, at most 10 MB, judged by its content',
  file: { field: 'mediaFile', required: true },
  status: 201,
  response: MediaFile,
})

export const mediaUse = call({
  method: 'GET',
  path: '/media/:id/usage',
  needs: 'media:read',
  summary: 'Campaigns that use a file; they keep it when it is deleted from the library',
  params: IdParams,
  status: 200,
  response: CampaignUse,
})

export const deleteMedia = call({
  method: 'DELETE',
  path: '/media/:id',
  needs: 'media:write',
  summary: 'Delete a file from the library; campaigns that use it keep it',
  params: IdParams,
  status: 200,
  response: z.object({ message: z.string() }),
})
