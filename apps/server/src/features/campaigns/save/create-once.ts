import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { BulkCampaignForm } from '@kirim/contract/save-campaign'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { CampaignMediaLibrary, LedgerDeps } from '../campaigns.ports.ts'

const VALID_MS = 24 * 60 * 60 * 1000

/** More than are added at once, and few enough for one transaction. */
const REMOVED_AT_ONCE = 100

/** The hashed Idempotency-Key of a request, and a fingerprint of the request. */
export interface CampaignKey {
  readonly hash: string
  readonly fingerprint: string
}

/** Another request has stored this key. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

/** Idempotency keys of created campaigns, stored for a day. */
export function createCampaignKeysRepository(db: Db) {
  return {
    async find(
      workspaceId: string,
      { hash }: CampaignKey,
      now: number,
    ): Promise<{ campaignId: string; fingerprint: string } | null> {
      const row = await db
        .selectFrom('campaign_keys')
        .select(['campaign_id', 'fingerprint'])
        .where('user_id', '=', workspaceId)
        .where('key_hash', '=', hash)
        .where('created_at', '>', now - VALID_MS)
        .executeTakeFirst()
      return row ? { campaignId: row.campaign_id, fingerprint: row.fingerprint } : null
    },

    /**
     * Stores a key in the transaction that creates its campaign, and removes some expired ones of
     * its workspace. Waits for another transaction that stores it; throws KeyTaken.
     */
    async keep(
      { id, workspaceId, now }: { id: string; workspaceId: string; now: number },
      { hash, fingerprint }: CampaignKey,
    ): Promise<void> {
      await removeOld(db, workspaceId, now)
      const row = { fingerprint, campaign_id: id, created_at: now }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('campaign_keys')
        .values({ user_id: workspaceId, key_hash: hash, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'key_hash'])
            .doUpdateSet(row)
            .where('campaign_keys.created_at', '<=', now - VALID_MS),
        )
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) throw new KeyTaken()
    },

    async free(workspaceId: string, campaignId: string): Promise<void> {
      await db
        .deleteFrom('campaign_keys')
        .where('user_id', '=', workspaceId)
        .where('campaign_id', '=', campaignId)
        .execute()
    },
  }
}

async function removeOld(db: Db, workspaceId: string, now: number): Promise<void> {
  await db
    .deleteFrom('campaign_keys')
    .where('user_id', '=', workspaceId)
    .where('key_hash', 'in', (eb) =>
      eb
        .selectFrom('campaign_keys')
        .select('key_hash')
        .where('user_id', '=', workspaceId)
        .where('created_at', '<=', now - VALID_MS)
        .orderBy('created_at')
        .limit(REMOVED_AT_ONCE),
    )
    .execute()
}

interface OnceDeps extends LedgerDeps {
  readonly media: Pick<CampaignMediaLibrary, 'keepInLibrary'>
  readonly clock: Clock
}

/** The hashes of a request's Idempotency-Key and of its content. */
export async function keyOf(
  idempotencyKey: string,
  deviceId: string,
  form: BulkCampaignForm,
  file: UploadedFile | null,
): Promise<CampaignKey> {
  const request = createHash('sha256')
  request.update(JSON.stringify([deviceId, form, file && [file.originalName, file.claimedType]]))
  if (file) for await (const piece of createReadStream(file.path)) request.update(piece)
  return {
    hash: createHash('sha256').update(idempotencyKey).digest('hex'),
    fingerprint: request.digest('hex'),
  }
}

/**
 * Creates a campaign, unless the same request has created it already: then completes its people and
 * returns its id. Throws `idempotency_key_reused` and
 * `campaign_deleted_since`.
 */
export async function createOnce(
  deps: OnceDeps,
  { workspaceId, key }: { readonly workspaceId: string; readonly key?: CampaignKey | undefined },
  create: () => Promise<string>,
): Promise<string> {
  if (!key) return create()
  const keys = createCampaignKeysRepository(deps.db)
  for (;;) {
    const before = await keys.find(workspaceId, key, deps.clock.now())
    if (!before) {
      try {
        return await create()
      } catch (error) {
        if (error instanceof KeyTaken) continue
        throw error
      }
    }
    const id = await createdBefore(deps, workspaceId, key, before)
    if (id) return id
    // The other request may have failed meanwhile and rolled back its campaign and key.
    const now = await keys.find(workspaceId, key, deps.clock.now())
    if (now?.campaignId === before.campaignId) throw new DomainError('campaign_deleted_since')
  }
}

/** Completes the campaign's people and file; null once it is deleted or rolled back. */
async function createdBefore(
  deps: OnceDeps,
  workspaceId: string,
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
  if (ids.length > 0) await deps.media.keepInLibrary(workspaceId, ids)
  return campaignId
}
