import { createHash } from 'node:crypto'
import { PUSH_BROWSERS_MAX, PushAddress, type PushChoice } from '@kirim/contract/chat-push'
import type { Selectable } from 'kysely'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import { type Db, flag } from '../../../platform/database/database.ts'
import type { PushSubscriptionTable } from '../../../platform/database/schema/chat-waits.ts'
import { newId } from '../../../platform/ids.ts'

const CONTEXT = 'push address'

type Owner = { readonly workspaceId: string; readonly personId: string }

/** A browser, and what it is told of. */
export interface StoredPush extends PushChoice {
  readonly id: string
  readonly address: PushAddress
}

export function createPushSubscriptions(db: Db, box: SecretBox) {
  const of = ({ workspaceId, personId }: Owner) =>
    db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('user_id', '=', workspaceId)
      .where('person_id', '=', personId)

  function toStored(row: Selectable<PushSubscriptionTable>): StoredPush {
    const address = PushAddress.parse(JSON.parse(box.open(row.sealed, `${CONTEXT} ${row.browser}`)))
    return { id: row.id, address, ...choiceOf(row) }
  }

  return {
    async ofPerson(owner: Owner): Promise<StoredPush[]> {
      return (await of(owner).orderBy('created_at').execute()).map(toStored)
    },

    /** Null when this browser has not subscribed. */
    async find(owner: Owner, endpoint: string): Promise<PushChoice | null> {
      const row = await of(owner)
        .where('browser', '=', browserOf(owner, endpoint))
        .executeTakeFirst()
      return row ? choiceOf(row) : null
    },

    /** Of more browsers than `PUSH_BROWSERS_MAX`, the oldest is told of nothing more. */
    async save(owner: Owner, address: PushAddress, choice: PushChoice, now: number): Promise<void> {
      const browser = browserOf(owner, address.endpoint)
      const row = {
        person_id: owner.personId,
        sealed: box.seal(JSON.stringify(address), `${CONTEXT} ${browser}`),
        mine: flag(choice.mine),
        mentions: flag(choice.mentions),
        unanswered_minutes: choice.unansweredMinutes,
        shows_text: flag(choice.showsText),
      }
      await db
        .insertInto('push_subscriptions')
        .values({ id: newId(), user_id: owner.workspaceId, browser, created_at: now, ...row })
        .onConflict((conflict) => conflict.column('browser').doUpdateSet(row))
        .execute()
      const all = await of(owner).orderBy('created_at', 'desc').execute()
      for (const { id } of all.slice(PUSH_BROWSERS_MAX)) await this.remove(id)
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
    },

    async removeBrowser(owner: Owner, endpoint: string): Promise<void> {
      await db
        .deleteFrom('push_subscriptions')
        .where('browser', '=', browserOf(owner, endpoint))
        .where('person_id', '=', owner.personId)
        .execute()
    },

    /** Of a person who has left. */
    async removeOf({ workspaceId, personId }: Owner): Promise<void> {
      await db
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .execute()
    },

    /** Who wants to hear of waiting people, and after how many minutes. */
    async waitingFor() {
      const rows = await db
        .selectFrom('push_subscriptions')
        .select(['user_id as workspaceId', 'person_id as personId'])
        .select('unanswered_minutes as minutes')
        .where('unanswered_minutes', 'is not', null)
        .distinct()
        .execute()
      return rows.map(({ minutes, ...owner }) => ({ ...owner, minutes: minutes ?? 0 }))
    },
  }
}

export type PushSubscriptions = ReturnType<typeof createPushSubscriptions>

function browserOf({ workspaceId }: Owner, endpoint: string): string {
  return createHash('sha256').update(`${workspaceId} ${endpoint}`).digest('base64url')
}

function choiceOf(row: Selectable<PushSubscriptionTable>): PushChoice {
  return {
    mine: row.mine === 1,
    mentions: row.mentions === 1,
    unansweredMinutes: row.unanswered_minutes,
    showsText: row.shows_text === 1,
  }
}
