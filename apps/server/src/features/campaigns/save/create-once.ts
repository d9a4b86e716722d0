import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { BulkCampaignForm } from '@kirim/contract/save-campaign'
import { DomainError } from '../../../platform/errors.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import {
  type CampaignKey,
  createCampaignKeysRepository,
  KeyTaken,
} from '../campaign/campaign-keys.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { NewCampaign, SaveDeps } from './save-with-people.ts'

/** Of a request: the hash of its Idempotency-Key, and one of what is asked. */
export async function keyOf(
  idempotencyKey: string,
  deviceId: string,
  form: BulkCampaignForm,
  file: UploadedFile | null,
): Promise<CampaignKey> {
  const asked = createHash('sha256')
  asked.update(JSON.stringify([deviceId, form, file && [file.originalName, file.claimedType]]))
  if (file) for await (const piece of createReadStream(file.path)) asked.update(piece)
  return {
    hash: createHash('sha256').update(idempotencyKey).digest('hex'),
    fingerprint: asked.digest('hex'),
  }
}

/**
 * Creates a campaign, unless the same request has created it: then goes on with its people, if they
 * are not complete, and answers its id. Throws `idempotency_key_reused` and
 * `campaign_deleted_since`.
 */
export async function createOnce(
  deps: SaveDeps,
  { userId, key }: Pick<NewCampaign, 'userId' | 'key'>,
  create: () => Promise<string>,
): Promise<string> {
  if (!key) return create()
  const keys = createCampaignKeysRepository(deps.db)
  for (;;) {
    const before = await keys.find(userId, key, deps.clock.now())
    if (!before) {
      try {
        return await create()
      } catch (error) {
        if (error instanceof KeyTaken) continue
        throw error
      }
    }
    const id = await createdBefore(deps, userId, key, before)
    if (id) return id
    // The other request may have failed and taken its campaign back meanwhile, with the key.
    const now = await keys.find(userId, key, deps.clock.now())
    if (now?.campaignId === before.campaignId) throw new DomainError('campaign_deleted_since')
  }
}

/** With all of its people, and its file in the library; null once it is deleted or taken back. */
async function createdBefore(
  deps: SaveDeps,
  userId: string,
  key: CampaignKey,
  { campaignId, fingerprint }: { readonly campaignId: string; readonly fingerprint: string },
): Promise<string | null> {
  const isSame = fingerprint === key.fingerprint
  if (isSame) await freezePeople(deps, campaignId)
  const campaigns = createCampaignsRepository(deps.db, deps.devices)
  if (!(await campaigns.findById(campaignId))) return null
  if (!isSame) throw new DomainError('idempotency_key_reused', { campaignId })
  const uploads = (await campaigns.mediaOf(campaignId)).filter(({ uploaded }) => uploaded)
  const ids = uploads.map(({ mediaId }) => mediaId)
  if (ids.length > 0) await deps.media.keepInLibrary(userId, ids)
  return campaignId
}
