import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@kirim/contract/accounts'
import type { BulkCampaignSummary } from '@kirim/contract/analytics'
import type { Device } from '@kirim/contract/devices'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, freshStore } from '../../testing/engines.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { createCaller } from '../../testing/test-app.ts'
import { campaignForm, openBrowser } from '../../testing/test-browser.ts'

/** Kills at random moments; one on each engine adds up to more than twenty. */
const KILLS: Record<Engine, number> = { SQLite: 20, PostgreSQL: 6 }
const PEOPLE: Record<Engine, number> = { SQLite: 120, PostgreSQL: 40 }
const SPEED = '40'

describe.each(Object.keys(KILLS) as Engine[])('kill -9 in mid-campaign on %s', (engine) => {
  let network: SandboxNetwork
  let store: Awaited<ReturnType<typeof freshStore>>
  let networkStore: Awaited<ReturnType<typeof freshStore>>
  let server: ServerProcess
  let env: Record<string, string>

  beforeAll(async () => {
    store = await freshStore(engine)
    networkStore = await freshStore('SQLite')
    network = await startSandboxNetwork({
      dataDir: networkStore.dataDir,
      receipts: { deliveredMs: 5, readMs: 10 },
    })
    const ca = join(networkStore.dataDir, 'ca.pem')
    writeFileSync(ca, network.caCertificate)
    env = {
      PORT: '0',
      SPEED,
      DATA_DIR: store.dataDir,
      DATABASE_URL: store.databaseUrl ?? '',
      WHATSAPP_NETWORK: 'live',
      WHATSAPP_URL: network.url,
      WHATSAPP_ROOT_KEY: network.rootKey,
      NODE_EXTRA_CA_CERTS: ca,
    }
    server = await startServerProcess(env)
  })
  afterAll(async () => {
    await server.kill()
    await network.stop()
    store.remove()
    networkStore.remove()
  })

  test('nobody is missed, nobody hears twice, and no new scan is needed', async () => {
    const people = Array.from({ length: PEOPLE[engine] }, (_, index) => `6012340${1000 + index}`)
    const { session, device } = await linkOverNetwork(server.url, network)
    const campaignId = await startCampaign(server.url, session, device, people)
    const progress = async () => {
      const list = await createCaller(server.url)(
        'GET',
        '/analytics/dashboard/bulk-campaign-summary',
        {
          token: session.token,
        },
      )
      return (list.body as BulkCampaignSummary[]).find(({ id }) => id === campaignId)
    }

    for (let kill = 0; kill < KILLS[engine]; kill++) {
      const heardBefore = heard(network, device.number)
      await until(
        'somebody more has heard',
        () => heard(network, device.number) > heardBefore,
        30_000,
      )
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
      await server.kill()
      server = await startServerProcess(env)
    }
    await until(
      'everybody has read it',
      async () => (await progress())?.counts.read === people.length,
      60_000,
    )

    for (const number of people) {
      const texts = network.messages(device.number, number).map(({ text }) => text)
      expect([number, texts]).toEqual([number, [`Hello ${number}`]])
    }
    expect(await progress()).toMatchObject({ status: 'completed', total: people.length, failed: 0 })
  }, 180_000)
})

function heard(network: SandboxNetwork, phone: string): number {
  return network.chats(phone).length
}

async function linkOverNetwork(url: string, network: SandboxNetwork) {
  const call = createCaller(url)
  const account = { email: 'siti@example.com', password: 'correct horse' }
  await call('POST', '/users/register', { body: { name: 'Siti', ...account } })
  const session = (await call('POST', '/users/login', { body: account })).body as Session
  const browser = await openBrowser(url, session)
  const code = browser.next<string>('whatsapp_qr')
  browser.socket.emit('whatsapp_connect_request', session._id)
  const connected = browser.next('whatsapp_status', (status) => status === 'connected')
  const phone = network.createPhone({ owner: 'anyone', name: 'Kedai' })
  await network.scan(await code, phone.number)
  await connected
  browser.close()
  const [device] = (await call('GET', '/whatsapp/devices', { token: session.token }))
    .body as Device[]
  if (!device) throw new Error('No device was linked.')
  return { session, device }
}

async function startCampaign(
  url: string,
  { token }: Session,
  device: Device,
  people: readonly string[],
) {
  const call = createCaller(url)
  const group = await call('POST', '/contact-groups', { token, body: { groupName: 'All of them' } })
  const groupId = (group.body as { _id: string })._id
  for (const phoneNumber of people) {
    await call('POST', '/contacts', { token, body: { name: phoneNumber, phoneNumber, groupId } })
  }
  const body = campaignForm({
    campaignName: 'Crash',
    caption: 'Hello [name]',
    contactGroupId: groupId,
  })
  return ((await call('POST', `/campaigns/${device.id}`, { token, body })).body as { id: string })
    .id
}
