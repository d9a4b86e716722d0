import type { BulkCampaign } from '@kirim/contract/campaigns'
import { type Cluster, getCluster } from '@kirim/contract/cluster'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkOver, messagesReceivedBy } from '../../testing/linked-number.ts'
import { campaignForm, makeGroup } from '../../testing/test-browser.ts'
import { startTestNodes, type TestNode, type TestNodes } from '../../testing/test-nodes.ts'

/** Slow enough that a machine that hangs briefly is not mistaken for a silent node. */
const SPEED = 8
const people = ['Aisyah', 'Bala', 'Chong', 'Devi', 'Emir', 'Fauzi'].map((name, index) => ({
  name,
  phoneNumber: `6012345670${index + 1}`,
}))

let nodes: TestNodes
beforeEach(async () => {
  nodes = await startTestNodes(SPEED)
})
afterEach(() => nodes.stop())

test('a node is drained through another while it sends, and a take-over is shown with its time', async () => {
  const { network } = nodes
  const a = await nodes.start('a')
  const admin = await nodes.newUser(a)
  const { token } = admin
  const device = await linkOver(a, network, admin)
  const b = await nodes.start('b')
  const seen = async (by: TestNode) =>
    getCluster.response.parse((await by.call('GET', '/admin/cluster', { token })).body) as Cluster
  const of = async (by: TestNode, name: string) =>
    (await seen(by)).nodes.find((node) => node.name === name)
  const drain = async (name: string, draining: boolean) => {
    const id = (await of(b, name))?.id
    const answer = await b.call('PUT', `/admin/cluster/nodes/${id}`, { token, body: { draining } })
    expect(answer.status).toBe(200)
  }

  const groupId = await makeGroup(a, admin, 'Pelanggan', people)
  const form = campaignForm({
    campaignName: 'P',
    caption: 'Hi [name]',
    contactGroupId: groupId,
    minIntervalSeconds: '12',
    maxIntervalSeconds: '12',
  })
  const got = () =>
    people.flatMap(({ phoneNumber }) => messagesReceivedBy(network, device.number, phoneNumber))
  // The campaign sends for a minute.
  const { id } = await a.inRealTime(async () => {
    const created = await a.call('POST', `/campaigns/${device.id}`, { token, body: form })
    await until('somebody has got it', () => got().length > 0)
    await until('its beat says so', async () => (await of(b, 'a'))?.figures?.sending === 1)
    return created.body as BulkCampaign
  })
  expect(await of(b, 'a')).toMatchObject({ devices: 1, figures: { connected: 1 } })

  await drain('a', true)
  await until('the other has the device', async () => (await of(b, 'b'))?.devices === 1)
  expect(await of(a, 'a')).toMatchObject({ state: 'draining', devices: 0, isThis: true })
  // A draining node still serves requests.
  await until('the campaign has finished', async () => {
    const { body } = await a.call('GET', `/campaigns/${device.id}/${id}`, { token })
    return (body as BulkCampaign).status === 'completed'
  })
  expect(got().toSorted()).toEqual(people.map(({ name }) => `Hi ${name}`))

  await b.freeze()
  await until('the take-over is told', async () => {
    const [latest] = (await seen(a)).events
    return latest?.code === 'taken_over'
  })
  const { nodes: left, events } = await seen(a)
  expect(events.slice(0, 2)).toMatchObject([
    { code: 'taken_over', node: 'b', devices: 1, by: ['a'] },
    { code: 'node_silent', node: 'b' },
  ])
  expect(left).toMatchObject([
    // The last node keeps its device although it is draining.
    { name: 'a', state: 'draining', devices: 1 },
    { name: 'b', state: 'gone', devices: 0, figures: null, takeOver: { done: { by: ['a'] } } },
  ])
})
