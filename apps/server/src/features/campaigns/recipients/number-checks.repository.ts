import { NUMBER_CHECK_DAYS } from '@kirim/contract/limits'
import { sql } from 'kysely'
import { chunks, type Db } from '../../../platform/database/database.ts'
import { eraseInSteps } from '../../../platform/database/erase-rows.ts'
import { inSteps } from '../../../platform/database/in-steps.ts'

const DAY_MS = 24 * 60 * 60_000

/** The result of a recent check of a number. */
export interface KnownCheck {
  readonly isOnWhatsApp: boolean
  readonly jid: string | null
  readonly deviceName: string
  readonly checkedAt: number
}

/** Checks before this moment have expired. */
export function rememberedFrom(now: number): number {
  return now - NUMBER_CHECK_DAYS * DAY_MS
}

/** Requests cancelled per statement. */
const STEP_SIZE = 500

export interface AnsweredNumber {
  readonly workspaceId: string
  readonly phoneNumber: string
  /** Null when it is not on the network. */
  readonly jid: string | null
}

/** Results of number checks, and requests for new ones. */
export function createNumberChecksRepository(db: Db) {
  /** Recent checks of these numbers. */
  async function among(
    workspaceId: string,
    phoneNumbers: readonly string[],
    now: number,
  ): Promise<ReadonlyMap<string, KnownCheck>> {
    const known = new Map<string, KnownCheck>()
    for (const some of chunks(phoneNumbers)) {
      const rows = await db
        .selectFrom('number_checks')
        .select(['phone_number', 'on_whatsapp', 'jid', 'device_name', 'checked_at'])
        .where('user_id', '=', workspaceId)
        .where('phone_number', 'in', some)
        .where('checked_at', '>=', rememberedFrom(now))
        .execute()
      for (const { phone_number, on_whatsapp, jid, device_name, checked_at } of rows) {
        if (checked_at === null) continue
        const isOnWhatsApp = on_whatsapp === 1
        known.set(phone_number, {
          isOnWhatsApp,
          jid,
          deviceName: device_name,
          checkedAt: checked_at,
        })
      }
    }
    return known
  }

  return {
    /** Null without a recent check. */
    async find(workspaceId: string, phoneNumber: string, now: number): Promise<KnownCheck | null> {
      return (await among(workspaceId, [phoneNumber], now)).get(phoneNumber) ?? null
    },

    among,

    /** Requests checks; earlier results stay valid until then. */
    async want(
      workspaceId: string,
      deviceId: string,
      phoneNumbers: readonly string[],
    ): Promise<void> {
      for (const some of chunks(phoneNumbers)) {
        await db
          .insertInto('number_checks')
          .values(
            some.map((phone_number) => ({
              user_id: workspaceId,
              phone_number,
              on_whatsapp: 0 as const,
              jid: null,
              device_name: '',
              checked_at: null,
              wanted_on: deviceId,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'phone_number']).doUpdateSet({ wanted_on: deviceId }),
          )
          .execute()
      }
    },

    async nextWanted(
      deviceId: string,
      limit: number,
    ): Promise<{ workspaceId: string; phoneNumber: string }[]> {
      return db
        .selectFrom('number_checks')
        .select(['user_id as workspaceId', 'phone_number as phoneNumber'])
        .where('wanted_on', '=', deviceId)
        .orderBy('phone_number')
        .limit(limit)
        .execute()
    },

    async countWanted(deviceId: string): Promise<number> {
      const { n } = await db
        .selectFrom('number_checks')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('wanted_on', '=', deviceId)
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    /** Stores results and removes the requests. */
    async keep(
      answered: readonly AnsweredNumber[],
      through: { readonly deviceName: string; readonly now: number },
    ): Promise<void> {
      if (answered.length === 0) return
      await db
        .insertInto('number_checks')
        .values(
          answered.map(({ workspaceId, phoneNumber, jid }) => ({
            user_id: workspaceId,
            phone_number: phoneNumber,
            on_whatsapp: jid === null ? (0 as const) : (1 as const),
            jid,
            device_name: through.deviceName,
            checked_at: through.now,
            wanted_on: null,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'phone_number']).doUpdateSet((eb) => ({
            on_whatsapp: eb.ref('excluded.on_whatsapp'),
            jid: eb.ref('excluded.jid'),
            device_name: eb.ref('excluded.device_name'),
            checked_at: eb.ref('excluded.checked_at'),
            wanted_on: null,
          })),
        )
        .execute()
    },

    /** Expires negative results, so that the numbers are looked up again before sending. */
    async forgetAbsent(workspaceId: string, phoneNumbers: readonly string[]): Promise<void> {
      for (const some of chunks(phoneNumbers)) {
        await db
          .updateTable('number_checks')
          .set({ checked_at: null })
          .where('user_id', '=', workspaceId)
          .where('phone_number', 'in', some)
          .where('on_whatsapp', '=', 0)
          .execute()
      }
    },

    /** Cancels all requests of a device. */
    async unwant(deviceId: string): Promise<void> {
      await inSteps(async () => {
        const { numUpdatedRows } = await db
          .updateTable('number_checks')
          .set({ wanted_on: null })
          .where('wanted_on', '=', deviceId)
          .where('phone_number', 'in', (eb) =>
            eb
              .selectFrom('number_checks')
              .select('phone_number')
              .where('wanted_on', '=', deviceId)
              .limit(STEP_SIZE),
          )
          .executeTakeFirstOrThrow()
        return numUpdatedRows > 0n
      })
    },

    /** Deletes expired results, and cancelled requests without one. */
    async forgetOld(now: number): Promise<void> {
      await eraseInSteps(db, {
        table: 'number_checks',
        key: ['user_id', 'phone_number'],
        found: sql`where checked_at < ${rememberedFrom(now)} and wanted_on is null`,
      })
      await eraseInSteps(db, {
        table: 'number_checks',
        key: ['user_id', 'phone_number'],
        found: sql`where checked_at is null and wanted_on is null`,
      })
    },
  }
}

export type NumberChecksRepository = ReturnType<typeof createNumberChecksRepository>
