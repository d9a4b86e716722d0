import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { STRANGERS, startLimitedNumber } from '../../../testing/limited-number.ts'

describe.each(engines)('a number whose files the network did not accept, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  test('shows it on a paused campaign until a file of another one is sent', async () => {
    const { world, campaignTo, connect, becomes, waitsForHost } = await startLimitedNumber(db)
    world.limited = false
    world.meanwhile = async () => {
      throw new DomainError('media_host_away')
    }
    const [first, second, third] = STRANGERS
    const paused = await campaignTo([first], { withSound: true })
    connect()
    await becomes(paused, { sending: 1 })
    await expect.poll(() => waitsForHost(paused)).toBe(true)
    await db.updateTable('campaigns').set({ enabled: 0 }).where('id', '=', paused).execute()
    world.meanwhile = async () => {}
    await becomes(await campaignTo([second]), { sent: 1 })
    expect(waitsForHost(paused), 'a text has left').toBe(true)
    await becomes(await campaignTo([third], { withSound: true }), { sent: 1 })
    await expect.poll(() => waitsForHost(paused)).toBe(false)
  })
})
