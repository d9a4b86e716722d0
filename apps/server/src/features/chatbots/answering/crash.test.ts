import { createHash } from 'node:crypto'
import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, freshStore } from '../../../testing/engines.ts'
import { heardBy, linkOver, makeItem } from '../../../testing/linked-number.ts'
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts'
import { createCaller } from '../../../testing/test-app.ts'

/** What every message is answered with. */
const CHAIN = ['RM4', 'Open 7 to 6', 'See you']
const KILLS: Record<Engine, number> = { SQLite: 20, PostgreSQL: 5 }

describe.each(Object.keys(KILLS) as Engine[])(
  'kill -9 between a message and its reply on %s',
  (engine) => {
    let network: SandboxNetwork
    let store: Awaited<ReturnType<typeof freshStore>>
    let networkStore: Awaited<ReturnType<typeof freshStore>>
    let server: ServerProcess
    let env: Record<string, string>
    let device: Device

    beforeAll(async () => {
      store = await freshStore(engine)
      networkStore = await freshStore('SQLite')
      network = await startSandboxNetwork({
        dataDir: networkStore.dataDir,
        receipts: { deliveredMs: 5, readMs: 10 },
      })
      env = {
        PORT: '0',
        // Messages carry the real time: on a faster clock they would all come too late.
        SPEED: '1',
        DATA_DIR: store.dataDir,
        DATABASE_URL: store.databaseUrl ?? '',
        WHATSAPP_NETWORK: 'live',
        WHATSAPP_URL: network.url,
        WHATSAPP_ROOT_KEY: network.rootKey,
      }
      server = await startServerProcess(env)
      device = await prepare(server.url, network)
    })
    afterAll(async () => {
      await server.kill()
      await network.stop()
      store.remove()
      networkStore.remove()
    })

    test('each message is answered once, with all of its chain', async () => {
      const contacts = Array.from(
        { length: KILLS[engine] * 3 },
        (_, index) => `6014${1_000_001 + index}`,
      )
      for (let kill = 0; kill < KILLS[engine]; kill++) {
        for (const contact of contacts.slice(kill * 3, kill * 3 + 3)) {
          await network.sendAsContact(device.number, contact, { text: `harga ${contact}` })
        }
        // Anywhere between the message's arrival and well after its reply.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 80))
        await server.kill()
        server = await startServerProcess(env)
      }
      for (const contact of contacts) {
        await until(
          `${contact} is answered`,
          () => heardBy(network, device.number, contact).length >= CHAIN.length,
          60_000,
        )
      }
      const answers = contacts.map((contact) => heardBy(network, device.number, contact))
      expect(answers).toEqual(contacts.map(() => CHAIN))
    }, 180_000)
  },
)

async function prepare(url: string, network: SandboxNetwork): Promise<Device> {
  const call = createCaller(url)
  const account = {
    email: 'siti@example.com',
    password: createHash('sha256').update(url).digest('hex'),
  }
  await call('POST', '/users/register', { body: { name: 'Siti', ...account } })
  const session = (await call('POST', '/users/login', { body: account })).body as Session
  const device = await linkOver(url, call, network, session)
  let next = ''
  for (const [index, captionAi] of [...CHAIN.entries()].reverse()) {
    const keywords = index === 0 ? 'harga' : ''
    const fields = { name: captionAi, keywords, captionAi, nextBotAction: next }
    next = (await makeItem(call, session.token, device.id, fields))._id
  }
  await call('PUT', `/ai-chatbot/devices/${device.id}/status`, {
    token: session.token,
    body: { isEnabled: true },
  })
  return device
}
