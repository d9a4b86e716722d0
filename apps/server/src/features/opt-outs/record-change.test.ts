import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import type { Change } from './change.ts'
import { hearMessage } from './hear-message.ts'
import { DEFAULT_SETTINGS } from './opt-out-settings.repository.ts'
import { createOptOutsRepository, isOut } from './opt-outs.repository.ts'
import { lockOptOuts, recordChange } from './record-change.ts'

const NUMBER = '60123456701'
const LID = '123456789012345@lid'

describe.each(engines)('who is left alone, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  /** One owner's list, and what can be written into it. */
  async function list() {
    const workspaceId = await seedUser(db)
    const optOuts = createOptOutsRepository(db)
    let now = 0
    const person = (phoneNumber: string | null, lid: string | null = null) => ({
      workspaceId,
      phoneNumber,
      lid,
    })
    const write = (phoneNumber: string | null, lid: string | null, change: Partial<Change>) =>
      db.transaction().execute(async (tx) => {
        now += 1
        await lockOptOuts(tx, workspaceId, now)
        const whole = { change: 'out', how: 'message', at: now, ...change } as const
        return recordChange(tx, person(phoneNumber, lid), whole)
      })
    const all = () =>
      optOuts.list({ workspaceId, standing: null, texts: [] }, { before: null, limit: 100 })
    const out = (phoneNumber: string | null, lid: string | null = null) =>
      isOut(db, person(phoneNumber, lid))
    return { workspaceId, optOuts, write, all, out }
  }

  test('is known by number, by identity, or by both', async () => {
    const { write, out } = await list()
    await write(NUMBER, null, {})
    expect([await out(NUMBER), await out('60123456702'), await out(NUMBER, LID)]).toEqual([
      true,
      false,
      true,
    ])
    await write(null, '99@lid', {})
    expect([await out(null, '99@lid'), await out(null, LID), await out(null)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('goes out once and comes back once, however often it is said', async () => {
    const { write, all, out, optOuts } = await list()
    expect(await write(NUMBER, null, { change: 'back' })).toBeNull()
    expect(await write(NUMBER, null, { word: 'STOP' })).not.toBeNull()
    expect(await write(NUMBER, null, { word: 'stop' })).toBeNull()
    expect(await write(NUMBER, null, { change: 'back', word: 'MULA' })).not.toBeNull()
    expect(await write(NUMBER, null, { change: 'back' })).toBeNull()
    expect(await out(NUMBER)).toBe(false)
    expect(await write(NUMBER, null, { how: 'owner', reason: 'Asked again' })).not.toBeNull()
    const [row, ...others] = await all()
    expect(others).toEqual([])
    expect(row).toMatchObject({ standing: 'owner', since: 6 })
    const changes = await optOuts.changes(row?.id ?? '')
    expect(changes.map(({ change, how, word, reason }) => [change, how, word, reason])).toEqual([
      ['out', 'owner', '', 'Asked again'],
      ['back', 'message', 'MULA', ''],
      ['out', 'message', 'STOP', ''],
    ])
  })

  test.each(['owner', 'import'] as const)(
    'whom the %s opted out and who then says it has said it, and is theirs to bring back',
    async (how) => {
      const { write, all } = await list()
      await write(NUMBER, null, { how })
      expect(await write(NUMBER, null, { how })).toBeNull()
      expect(await write(NUMBER, null, { word: 'STOP' })).not.toBeNull()
      expect(await all()).toMatchObject([{ standing: 'message', since: 3 }])
      expect(await write(NUMBER, null, { how })).toBeNull()
      expect(await all()).toMatchObject([{ standing: 'message', since: 3 }])
    },
  )

  test('has one row once number and identity turn out to be one person: out wins', async () => {
    const { write, all, out, optOuts } = await list()
    await write(NUMBER, null, { name: 'Farah' })
    await write(NUMBER, null, { change: 'back' })
    await write(null, LID, { word: 'STOP' })
    expect(await all()).toHaveLength(2)
    expect(await write(NUMBER, LID, { word: 'stop' })).toBeNull()
    const [row, ...others] = await all()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      phone_number: NUMBER,
      lid: LID,
      standing: 'message',
      name: 'Farah',
    })
    expect(await optOuts.changes(row?.id ?? '')).toHaveLength(3)
    expect([await out(NUMBER), await out(null, LID)]).toEqual([true, true])
    await write(NUMBER, LID, { change: 'back' })
    expect([await out(NUMBER), await out(null, LID)]).toEqual([false, false])
  })

  test('is joined by any message that tells both halves, and found by its number then', async () => {
    const { workspaceId, optOuts, write, all, out } = await list()
    await write(null, LID, { word: 'STOP', name: 'Farah' })
    const person = { workspaceId, phoneNumber: NUMBER, lid: LID }
    const heard = () =>
      hearMessage(
        {
          db,
          settings: { load: async () => DEFAULT_SETTINGS },
          outgoing: { storeMessages: async () => [] },
          names: {
            contactsOf: async () => new Map(),
            deviceName: async () => null,
            lastCampaign: async () => null,
          },
          clock: createFakeClock(),
          wholeOf: async () => person,
        },
        workspaceId,
        {
          deviceId: 'd',
          messageId: 'm',
          chatJid: LID,
          chatLid: LID,
          chat: 'individual',
          senderNumber: NUMBER,
          username: null,
          senderName: 'Farah',
          text: 'harga?',
          fromMe: false,
        },
      )
    expect(await out(NUMBER)).toBe(false)
    const writing = await heard()
    expect(await db.transaction().execute(async (tx) => writing?.(tx))).toBe('heard')
    expect([await out(NUMBER), await isOut(db, person)]).toEqual([true, true])
    expect(await all()).toMatchObject([{ phone_number: NUMBER, lid: LID, standing: 'message' }])
    const filter = { workspaceId, standing: null, texts: [NUMBER] }
    expect(await optOuts.list(filter, { before: null, limit: 2 })).toHaveLength(1)
    expect(await heard()).toBeNull()
  })

  test('learns the other half of a person with their next change', async () => {
    const { write, all } = await list()
    await write(NUMBER, null, {})
    await write(NUMBER, LID, { change: 'back' })
    expect(await all()).toMatchObject([{ phone_number: NUMBER, lid: LID, standing: 'back' }])
  })

  test('is one owner’s affair', async () => {
    const [mine, theirs] = [await list(), await list()]
    await mine.write(NUMBER, LID, {})
    expect(await theirs.out(NUMBER, LID)).toBe(false)
    expect(await theirs.all()).toEqual([])
    await theirs.write(NUMBER, LID, {})
    await theirs.write(NUMBER, LID, { change: 'back' })
    expect(await mine.out(NUMBER)).toBe(true)
  })

  test('side by side goes out once', async () => {
    const { write, all, optOuts } = await list()
    const written = await Promise.all(Array.from({ length: 8 }, () => write(NUMBER, LID, {})))
    expect(written.filter((row) => row !== null)).toHaveLength(1)
    const [row] = await all()
    expect(await optOuts.changes(row?.id ?? '')).toHaveLength(1)
  })

  test('is found by name and number, narrowed down, counted, and paged by the last change', async () => {
    const { workspaceId, optOuts, write } = await list()
    for (let n = 10; n < 40; n += 1) {
      await write(`601234567${n}`, null, {
        name: n % 2 ? `Farah ${n}` : '',
        how: n < 20 ? 'import' : 'message',
      })
    }
    await write('60123456711', null, { change: 'back' })
    const filter = { workspaceId, standing: null, texts: [] }
    const numbers = async (given: object, before: string | null = null, limit = 100) =>
      (await optOuts.list({ ...filter, ...given }, { before, limit })).map(({ phone_number }) =>
        phone_number?.slice(-2),
      )
    expect(await numbers({}, null, 3)).toEqual(['11', '39', '38'])
    const [, second] = await optOuts.list(filter, { before: null, limit: 2 })
    expect(await numbers({}, second?.last_change_id ?? null, 2)).toEqual(['38', '37'])
    expect(await numbers({ texts: ['farah 1'] })).toEqual(['11', '19', '17', '15', '13'])
    expect(await numbers({ standing: 'import', texts: ['farah'] })).toEqual([
      '19',
      '17',
      '15',
      '13',
    ])
    expect(await numbers({ texts: ['6012345672'] }, null, 2)).toEqual(['29', '28'])
    expect(await optOuts.counts(workspaceId)).toEqual({ message: 20, owner: 0, import: 9, back: 1 })
  })
})
