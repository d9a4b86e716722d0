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

const KILLS: Record<Engine, number> = { SQLite: 8, PostgreSQL: 3 }
const MEMBERS = ['60142000001', '60142000002']

describe.each(Object.keys(KILLS) as Engine[])('kill -9 while groups write on %s', (engine) => {
  let network: SandboxNetwork
  let stores: Awaited<ReturnType<typeof freshStore>>[]
  let server: ServerProcess
  let env: Record<string, string>
  let device: Device

  beforeAll(async () => {
    const [own, networks] = [await freshStore(engine), await freshStore('SQLite')]
    stores = [own, networks]
    network = await startSandboxNetwork({
      dataDir: networks.dataDir,
      receipts: { deliveredMs: 5, readMs: 10 },
    })
    env = {
      PORT: '0',
      SPEED: '1',
      DATA_DIR: own.dataDir,
      DATABASE_URL: own.databaseUrl ?? '',
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
    for (const store of stores) store.remove()
  })

  test('every message of an old group and of new ones is answered once, to every member', async () => {
    const newGroup = () =>
      network.createGroup({ owner: device.number, subject: 'Kawan kopi', members: MEMBERS }).id
    const old = newGroup()
    const groups = [old]
    for (let kill = 0; kill < KILLS[engine]; kill++) {
      const fresh = newGroup()
      groups.push(fresh)
      for (const group of [old, fresh]) {
        await network.sendToGroup(group, MEMBERS[kill % 2] ?? '', { text: `harga ${kill}` })
      }
      // Anywhere between the message's arrival and well after its reply.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
      await server.kill()
      server = await startServerProcess(env)
    }
    const wanted = (group: string) => (group === old ? KILLS[engine] : 1)
    const everybodyHas = (group: string) => {
      const answers = network
        .messages(device.number, group, { limit: 1000 })
        .filter(({ direction }) => direction === 'to-contact')
      const complete = answers.every(({ receipts }) => receipts?.length === MEMBERS.length)
      return complete && answers.length >= wanted(group)
    }
    for (const group of groups) {
      await until('everybody has the answers', () => everybodyHas(group), 60_000)
    }
    const answers = groups.map((group) => heardBy(network, device.number, group))
    expect(answers).toEqual(groups.map((group) => Array(wanted(group)).fill('RM4')))
    for (const member of MEMBERS) expect(heardBy(network, device.number, member)).toEqual([])
  }, 180_000)
})

async function prepare(url: string, network: SandboxNetwork): Promise<Device> {
  const call = createCaller(url)
  const account = {
    email: 'siti@example.com',
    password: createHash('sha256').update(url).digest('hex'),
  }
  await call('POST', '/users/register', { body: { name: 'Siti', ...account } })
  const session = (await call('POST', '/users/login', { body: account })).body as Session
  const device = await linkOver(url, call, network, session)
  await makeItem(call, session.token, device.id, {
    name: 'Price',
    keywords: 'harga',
    captionAi: 'RM4',
    sendTo: 'group',
  })
  await call('PUT', `/ai-chatbot/devices/${device.id}/status`, {
    token: session.token,
    body: { isEnabled: true },
  })
  return device
}
