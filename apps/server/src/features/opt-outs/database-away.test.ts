import type { Device } from '@kirim/contract/devices'
import type { OptOutPage } from '@kirim/contract/opt-outs'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { startPostgres, type TestPostgres } from '@kirim/testing/postgres'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshStore } from '../../testing/engines.ts'
import { linkOver, messagesReceivedBy } from '../../testing/linked-number.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const AINA = '60131000001'

let postgres: TestPostgres
let network: SandboxNetwork
let app: TestApp
let store: Awaited<ReturnType<typeof freshStore>>

beforeEach(async () => {
  postgres = await startPostgres()
  store = await freshStore('SQLite')
  network = await startSandboxNetwork({ dataDir: store.dataDir })
  app = await startTestApp('SQLite', {
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
