import type { Device } from '@kirim/contract/devices'
import type { OptOutPage } from '@kirim/contract/opt-outs'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { createFastClock } from '@kirim/testing/fast-clock'
import { startPostgres, type TestPostgres } from '@kirim/testing/postgres'
import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { freshStore } from '../../testing/engines.ts'
import { linkOver, messagesReceivedBy } from '../../testing/linked-number.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const AINA = '60131000001'
/** More than a message has; each time the number connects anew. */
const TRIES = 8

let postgres: TestPostgres
let network: SandboxNetwork
let app: TestApp
let store: Awaited<ReturnType<typeof freshStore>>

beforeEach(async () => {
  postgres = await startPostgres()
  store = await freshStore('SQLite')
  network = await startSandboxNetwork({ dataDir: store.dataDir })
  app = await startTestApp('SQLite', {
    clock: createFastClock(20, Date.now()),
    env: {
      DATABASE_URL: postgres.url('postgres'),
      WHATSAPP_NETWORK: 'live',
      WHATSAPP_URL: network.url,
      WHATSAPP_ROOT_KEY: network.rootKey,
      LOG_LEVEL: 'silent',
    },
  })
})
afterEach(async () => {
  await app.stop()
  await network.stop()
  postgres.stop()
  store.remove()
})

test('who opts out while the database is away is left alone once it is back, and answered once', async () => {
  const session = await app.newUser()
  const device: Device = await linkOver(app, network, session)
  await postgres.halt()
  await network.sendAsContact(device.number, AINA, { text: 'STOP' })
  // It is not taken from the network unless it is kept.
  await until('it is dropped', () => network.findPhone(device.number)?.connected === false)
  postgres.resume()
  const heard = () => messagesReceivedBy(network, device.number, AINA)
  await until('they are answered', () => heard().length > 0)
  const list = await app.call('GET', '/opt-outs', { token: session.token })
  expect((list.body as OptOutPage).items).toMatchObject([
    { phoneNumber: AINA, standing: 'message' },
  ])
  expect(heard()).toHaveLength(1)
})

test('a receipt that comes while the database is away is heard of once it is back', async () => {
  const session = await app.newUser()
  const device: Device = await linkOver(app, network, session)
  network.setContactOffline(device.number, AINA, true)
  await network.sendAsContact(device.number, AINA, { text: 'STOP' })
  const heard = () => messagesReceivedBy(network, device.number, AINA)
  await until('they are answered', () => heard().length > 0)
  await postgres.halt()
  network.setContactOffline(device.number, AINA, false)
  await until('it is dropped', () => network.findPhone(device.number)?.connected === false)
  postgres.resume()
  const db = openDatabase({ url: postgres.url('postgres') }, createLog('silent'))
  onTestFinished(() => db.destroy())
  await until('it is known that they have it', async () => {
    const answers = await db.selectFrom('outgoing').select('state').execute()
    return ['delivered', 'read'].includes(answers[0]?.state ?? '')
  })
})

test('who is to be answered while nothing can be written for sending is answered once it can', async () => {
  const session = await app.newUser()
  const device: Device = await linkOver(app, network, session)
  const db = openDatabase({ url: postgres.url('postgres') }, createLog('silent'))
  onTestFinished(() => db.destroy())
  // As where the disk is full: no key, but a row that has room already.
  await sql`create sequence refused`.execute(db)
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      if exists (select 1 from outgoing where state = 'pending') then
        perform nextval('refused');
        raise 'No space left on device' using errcode = '53100';
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger refuse before insert or update on device_credentials
    for each row when (new.kind = 'session') execute function refuse()`.execute(db)
  await network.sendAsContact(device.number, AINA, { text: 'STOP' })
  await until('it was tried often enough', async () => {
    const { rows } = await sql<{ n: string }>`select last_value as n from refused`.execute(db)
    return Number(rows[0]?.n) >= TRIES
  })
  const heard = () => messagesReceivedBy(network, device.number, AINA)
  expect(heard()).toEqual([])
  await sql`drop trigger refuse on device_credentials`.execute(db)
  await until('they are answered', () => heard().length > 0)
  const answers = await db.selectFrom('outgoing').select(['state', 'attempts']).execute()
  expect([heard().length, answers.map(({ attempts }) => attempts)]).toEqual([1, [0]])
})
