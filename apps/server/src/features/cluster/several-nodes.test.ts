import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { VERSION_HEADER } from '@kirim/contract/version-header'
import { IS_DEEP } from '@kirim/testing/test-run'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../../platform/start-error.ts'
import { linkOver, messagesReceivedBy } from '../../testing/linked-number.ts'
import { campaignForm, makeGroup, pngFile } from '../../testing/test-browser.ts'
import { startTestNodes, type TestNode, type TestNodes } from '../../testing/test-nodes.ts'

/** Slow enough that a machine that hangs briefly is not mistaken for a silent node. */
const SPEED = 8
const people = ['Aisyah', 'Bala', 'Chong', 'Devi', 'Emir', 'Fauzi'].map((name, index) => ({
  name,
  phoneNumber: `6012345670${index + 1}`,
}))

const NO_NETWORK = { WHATSAPP_URL: '', WHATSAPP_ROOT_KEY: '' }

let nodes: TestNodes
beforeEach(async () => {
  nodes = await startTestNodes(SPEED)
})
afterEach(() => nodes.stop())

const refusal = async (starting: Promise<unknown>) => {
  const error = await starting.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  return error instanceof StartError ? error.message : ''
}

/** The name of the node that has the device. */
async function ownerOf(deviceId: string): Promise<string | null> {
  const row = await nodes.db
    .selectFrom('devices')
    .leftJoin('nodes', 'nodes.id', 'devices.leased_to')
    .select('nodes.name')
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  return row?.name ?? null
}

test.each([['frozen', 'freeze'], ...(IS_DEEP ? ([['stopped', 'stop']] as const) : [])] as const)(
  'what nodes were asked for with one key is sent once, by the one that has the device, and by the next when that is %s',
  async (_, end) => {
    const { network } = nodes
    const a = await nodes.start('a')
    const session = await nodes.newUser(a)
    const device = await linkOver(a, network, session)
    const b = await nodes.start('b')
    const groupId = await makeGroup(b, session, 'Pelanggan', people)
    const { token } = session
    const form = campaignForm({ campaignName: 'P', caption: 'Hi [name]', contactGroupId: groupId })
    const headers = { 'idempotency-key': 'once' }
    const create = ({ call }: TestNode) =>
      call('POST', `/campaigns/${device.id}`, { token, headers, body: form })
    const got = () =>
      people.flatMap(({ phoneNumber }) => messagesReceivedBy(network, device.number, phoneNumber))
    // The campaign is still being sent when this block ends.
    const id = await a.inRealTime(async () => {
      const [created, again] = await Promise.all([create(b), create(a)])
      expect([created.status, again.status]).toEqual([201, 201])
      const { id } = created.body as BulkCampaign
      expect(again.body).toMatchObject({ id })
      await until('somebody has got it', () => got().length > 0)
      expect(await ownerOf(device.id)).toBe('a')
      return id
    })
    await a[end]()
    await until('the other has the device', async () => (await ownerOf(device.id)) === 'b')
    await until('the campaign has finished', async () => {
      const { body } = await b.call('GET', `/campaigns/${device.id}/${id}`, { token })
      return (body as BulkCampaign).status === 'completed'
    })
    expect(got().toSorted()).toEqual(people.map(({ name }) => `Hi ${name}`))
  },
)

test.runIf(IS_DEEP)(
  'one that was frozen comes back as a new node, and the devices are shared out again',
  async () => {
    const { network, db } = nodes
    const a = await nodes.start('a')
    const session = await nodes.newUser(a)
    await db.updateTable('workspaces').set({ membership_plan: 'Pro' }).execute()
    const devices = [await linkOver(a, network, session), await linkOver(a, network, session)]
    const owners = async () =>
      (await Promise.all(devices.map(({ id }) => ownerOf(id)))).toSorted().join()
    await nodes.start('b')
    await until('each has one', async () => (await owners()) === 'a,b')
    await a.freeze()
    await until('the other has both', async () => (await owners()) === 'b,b')
    a.thaw()
    await until('each has one again', async () => (await owners()) === 'a,b')
    // The node claims devices before it listens.
    const health = async () => (await a.call('GET', '/health').catch(() => null))?.status
    await until('it answers again', async () => (await health()) === 200)
    const runs = await db.selectFrom('nodes').select(['name', 'left_how']).orderBy('id').execute()
    expect(runs).toEqual([
      { name: 'b', left_how: null },
      { name: 'a', left_how: null },
    ])
    const group = await makeGroup(a, session, 'Pelanggan', people.slice(0, 2))
    const form = campaignForm({
      campaignName: 'P',
      caption: 'Hi [name]',
      contactGroupId: group,
      alsoFrom: devices.slice(1).map(({ id }) => id),
    })
    await a.call('POST', `/campaigns/${devices[0]?.id}`, { token: session.token, body: form })
    const got = () =>
      devices.flatMap(({ number }) =>
        people.flatMap(({ phoneNumber }) => messagesReceivedBy(network, number, phoneNumber)),
      )
    await until('both have got it', () => got().length >= 2)
    expect(got().toSorted()).toEqual(['Hi Aisyah', 'Hi Bala'])
  },
)

test.runIf(IS_DEEP)(
  'a number that its node of before replaces comes back by itself, and yields to whoever does it again',
  async () => {
    const { network } = nodes
    const [a, b] = [await nodes.start('a'), await nodes.start('b')]
    const session = await nodes.newUser(a)
    const { id, number } = await linkOver(a, network, session)
    const device = async () =>
      ((await b.call('GET', '/whatsapp/devices', session)).body as Device[])[0]
    expect(await ownerOf(id)).toBe('a')
    await a.stop()
    const here = nodes.db.selectFrom('devices').select('offline_since').where('id', '=', id)
    await until('the other has it', async () => (await ownerOf(id)) === 'b')
    // The device is offline from its claim until it is connected.
    await until('it is there', async () => {
      return (await here.executeTakeFirstOrThrow()).offline_since === null
    })
    // The device waits a second before it reconnects: at this speed a minute, long enough to
    // be seen.
    nodes.clock.setSpeed(1 / 60)
    network.close(number, 440)
    await until('it is gone', async () => !(await device())?.connected)
    expect(await device()).toMatchObject({ connectionStatus: 'connecting', problem: null })
    nodes.clock.setSpeed(SPEED)
    await until('it is back', async () => (await device())?.connected)
    network.close(number, 440)
    await until('it says so', async () => (await device())?.problem?.code === 'opened_elsewhere')
    expect(await device()).toMatchObject({ connectionStatus: 'disconnected' })
  },
)

test.runIf(IS_DEEP)('of two versions side by side each says which it is', async () => {
  const [a, b] = [await nodes.start('a', {}, '1.0'), await nodes.start('b', {}, '1.1')]
  const session = await nodes.newUser(a)
  for (const [node, version] of [[a, '1.0'] as const, [b, '1.1'] as const]) {
    const said = ({ headers }: { headers: Headers }) => headers.get(VERSION_HEADER)?.split('+')[0]
    expect(said(await node.call('GET', '/users/profile', session))).toBe(version)
    expect(said(await node.call('GET', '/nothing'))).toBe(version)
    const page = await (await fetch(node.url)).text()
    expect(page).toContain(`&quot;version&quot;:&quot;${version}`)
  }
  const known = await nodes.db.selectFrom('nodes').select('version').orderBy('version').execute()
  expect(known).toEqual([{ version: '1.0' }, { version: '1.1' }])
})

const bucket = {
  MEDIA_S3_BUCKET: 'pictures',
  MEDIA_S3_ACCESS_KEY_ID: 'x',
  MEDIA_S3_SECRET_ACCESS_KEY: 'x',
}

test.each([
  ['the key', { SECRET_KEY: Buffer.alloc(32).toString('base64') }, 'The secret key does not match'],
  ['the network', { WHATSAPP_ROOT_KEY: 'ab'.repeat(32) }, 'on the same database uses another net'],
  ['a network', { WHATSAPP_NETWORK: 'sandbox', ...NO_NETWORK }, 'sandbox network belongs to one'],
  ['the storage of media', bucket, 'on the same database keeps media elsewhere'],
])('a node that has not %s of the others does not start', async (_, env, reason) => {
  await nodes.start('a')
  expect(await refusal(nodes.start('b', env))).toContain(reason)
})

test.runIf(IS_DEEP)(
  'media that are known must be there; who is alone and has none begins anew',
  async () => {
    const [here, there] = ['here', 'there'].map((name) => ({ DATA_DIR: join(nodes.folder, name) }))
    const a = await nodes.start('a', here)
    const session = await nodes.newUser(a)
    expect(await refusal(nodes.start('b', there))).toContain('keeps media elsewhere')
    await a.stop()
    await (await nodes.start('b', there)).stop()
    const again = await nodes.start('a', here)
    const body = new FormData()
    body.set('mediaFile', pngFile('menu.png'))
    const stored = await again.call('POST', '/media', { token: session.token, body })
    expect(stored.status).toBe(201)
    await again.stop()
    const told = await refusal(nodes.start('b', there))
    expect(told).toContain('there/media does not contain the media of this database')
    const [, id = '', file = ''] = /write (\S+) into (\S+)\.$/.exec(told) ?? []
    writeFileSync(file, id)
    await (await nodes.start('b', there)).stop()
  },
)
