import { CAPTION_MAX_LENGTH, CHATBOT_ITEMS_MAX, SAVED_TEXTS_MAX } from '@kirim/contract/limits'
import { PLAN_QUOTAS } from '@kirim/contract/quotas'
import { chunks, type Db } from '../../apps/server/src/platform/database/database.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { campaignRow } from '../../apps/server/src/testing/campaign-row.ts'
import { seedDevice, seedGroup } from './seed.ts'

export interface FullAccount {
  readonly deviceId: string
  readonly groupId: string
  readonly contactId: string
  readonly mediaId: string
  readonly campaignId: string
  readonly itemId: string
  readonly optOutId: string
  readonly savedTextId: string
}

/** Two bytes a letter in a database, and no compression helps. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzáéíóúñçßøåæœ'
const CONTACTS = 20_000
const MEDIA = 5000
const PEOPLE = 1000
const ROWS_AT_ONCE = 50

/** All that a Free plan allows of what has long texts, and much of the rest. */
export async function seedFullAccount(db: Db, userId: string, share: number): Promise<FullAccount> {
  const of = (most: number) => Math.max(1, Math.ceil(most * share))
  const deviceId = await seedDevice(db, userId)
  const groupId = await seedGroup(db, userId, of(CONTACTS))
  const contact = await db.selectFrom('contacts').select('id').executeTakeFirstOrThrow()
  const owner = { user_id: userId, device_id: deviceId }
  const campaigns = Array.from({ length: of(PLAN_QUOTAS.Free.campaigns) }, (_, n) =>
    campaignRow(
      {
        ...owner,
        ...{ id: newId(), caption: longText(CAPTION_MAX_LENGTH), enabled: 1, queued: PEOPLE },
        variants: JSON.stringify(
          ['B', 'C', 'D'].map((letter) => {
            return { letter, caption: longText(CAPTION_MAX_LENGTH), removed: false }
          }),
        ),
      },
      { name: `Campaign ${n}`, groupId },
    ),
  )
  const campaignId = campaigns[0]?.id ?? ''
  const items = Array.from({ length: of(CHATBOT_ITEMS_MAX) }, (_, n) => ({
    ...{
      ...owner,
      id: newId(),
      enabled: 1 as const,
      is_default: 0 as const,
      send_to: 'all' as const,
    },
    ...{ match_type: 'message_contains_keyword' as const, name: `Item ${n}`, next_item_id: null },
    ...{ description: longText(2000), keywords: JSON.stringify([`${n} ${longText(190)}`]) },
    ...{ presence_delay_s: 0, presence_status: 'disable' as const, media_id: null },
    ...{ save_data: 'no_save_response' as const, api_rest_data_status: 'disabled' as const },
    ...{ caption: longText(CAPTION_MAX_LENGTH), use_ai: 1 as const },
    ...{ ai_spintax: longText(CAPTION_MAX_LENGTH), created_at: n, updated_at: n },
    ...{ api_failed_at: null, api_failure: null },
  }))
  const texts = Array.from({ length: of(SAVED_TEXTS_MAX) }, (_, n) => ({
    ...{ id: newId(), user_id: userId, name: `Text ${n}`, name_key: `${n}`, sort_key: `${n}` },
    ...{ search_key: longText(CAPTION_MAX_LENGTH), text: longText(CAPTION_MAX_LENGTH) },
    updated_at: n,
  }))
  const media = Array.from({ length: of(MEDIA) }, (_, n) => ({
    ...{ id: newId(), user_id: userId, original_name: `${n}.jpg`, file_name: `${newId()}.jpg` },
    ...{ file_type: 'image/jpeg', file_size: 1, in_library: 1 as const, created_at: n },
    ...{ cleaned: 1 as const, width: null, height: null, seconds: null, thumbnail: null },
  }))
  const optOuts = Array.from({ length: of(CONTACTS) }, (_, n) => ({
    ...{ id: newId(), user_id: userId, phone_number: `6018${10_000_000 + n}`, lid: null },
    ...{ name: `Person ${n}`, search_key: `person ${n}`, standing: 'message' as const },
    ...{ since: n, last_change_id: newId() },
  }))
  await db.transaction().execute(async (tx) => {
    for (const rows of inParts(campaigns)) await tx.insertInto('campaigns').values(rows).execute()
    await tx
      .insertInto('recipients')
      .values(
        Array.from({ length: of(PEOPLE) }, (_, n) => ({
          ...{ id: newId(), campaign_id: campaignId, user_id: userId, position: n + 1 },
          ...{
            name: `Person ${n}`,
            phone_number: `6019${10_000_000 + n}`,
            state: 'queued' as const,
          },
        })),
      )
      .execute()
    for (const rows of inParts(items)) await tx.insertInto('chatbot_items').values(rows).execute()
    for (const rows of inParts(texts)) await tx.insertInto('saved_texts').values(rows).execute()
    for (const rows of chunks(media)) await tx.insertInto('media').values(rows).execute()
    for (const rows of chunks(optOuts)) await tx.insertInto('opt_outs').values(rows).execute()
  })
  return {
    ...{ deviceId, groupId, contactId: contact.id, campaignId },
    ...{ mediaId: media[0]?.id ?? '', itemId: items[0]?.id ?? '' },
    ...{ optOutId: optOuts[0]?.id ?? '', savedTextId: texts[0]?.id ?? '' },
  }
}

function longText(length: number): string {
  const letters = new Uint32Array(length)
  for (let at = 0; at < length; at += 16_384)
    crypto.getRandomValues(letters.subarray(at, at + 16_384))
  return Array.from(letters, (n) => LETTERS[n % LETTERS.length]).join('')
}

function inParts<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    parts.push(rows.slice(at, at + ROWS_AT_ONCE))
  return parts
}
