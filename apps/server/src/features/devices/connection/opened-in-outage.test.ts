import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { startLinkedNumber } from '../../../testing/linked-number.ts'
import { campaignForm, makeGroup } from '../../../testing/test-browser.ts'

const PERSON = '60123000001'

test.each(journeyEngines)(
  'a number that comes back while nothing can be written sends once it can, on %s',
  async (engine) => {
    const linked = await startLinkedNumber(engine, {
      clock: createFastClock(20),
      env: { LOG_LEVEL: 'silent' },
    })
    const { app, network, session, device } = linked
    const { token } = session
    const db = app.openDatabase()
    const isConnected = async () => {
      const { body } = await app.call('GET', '/whatsapp/devices', { token })
      return (body as { connected: boolean }[])[0]?.connected === true
    }

    await sql`alter table devices rename column connected_at to missing`.execute(db)
    network.setOffline(device.number, true)
    await until('it is gone', async () => !(await isConnected()))
    network.setOffline(device.number, false)
    await until('it is back', isConnected)
    await sql`alter table devices rename column missing to connected_at`.execute(db)

    const people = [{ name: 'Ali', phoneNumber: PERSON }]
    const contactGroupId = await makeGroup(app, session, 'Everybody', people)
    const body = campaignForm({ campaignName: 'Sale', caption: 'Hello', contactGroupId })
    const made = await app.call('POST', `/campaigns/${device.id}`, { token, body })
    expect(made.status).toBe(201)
    await until('it was sent', async () => linked.heard(PERSON).length === 1)
    await db.destroy()
    await linked.stop()
  },
)
