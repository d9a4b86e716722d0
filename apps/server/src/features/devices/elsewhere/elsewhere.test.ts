import type { Session } from '@kirim/contract/accounts'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, test } from 'vitest'
import { linkOver } from '../../../testing/linked-number.ts'
import {
  campaignForm,
  makeGroup,
  openBrowser,
  type TestBrowser,
} from '../../../testing/test-browser.ts'
import { startTestNodes, type TestNode, type TestNodes } from '../../../testing/test-nodes.ts'

let nodes: TestNodes
let a: TestNode
let b: TestNode
let session: Session
let device: Device
let onB: TestBrowser

beforeAll(async () => {
  nodes = await startTestNodes(5)
  a = await nodes.start('a')
  session = await nodes.newUser(a)
  device = await linkOver(a, nodes.network, session)
  b = await nodes.start('b')
  onB = await openBrowser(b.url, session)
})
afterAll(async () => {
  onB?.close()
  await nodes.stop()
})

async function seenOn(node: TestNode): Promise<Device> {
  const { body } = await node.call('GET', '/whatsapp/devices', { token: session.token })
  const [first] = body as Device[]
  if (!first) throw new Error('The number is gone.')
  return first
}
const statusOn = async (node: TestNode) => (await seenOn(node)).connectionStatus

/** What a browser's page shows once it is told that something has changed. */
function shownOnB(wanted: (seen: Device) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      seenOn(b)
        .then((seen) => {
          if (!wanted(seen)) return
          onB.socket.off('devices_changed', look)
          resolve()
        })
        .catch(reject)
    }
    onB.socket.on('devices_changed', look)
  })
}

test('a node lists the devices of another as that one does', async () => {
  await until('it is connected', async () => (await statusOn(b)) === 'connected')
  await nodes.network.sendAsContact(device.number, '60131000001', { text: 'Hello' })
  await until('it is the same, and how well it works', async () => {
    const [there, here] = [await seenOn(a), await seenOn(b)]
    return here.health.lastInAt !== null && JSON.stringify(here) === JSON.stringify(there)
  })
})

test('a browser on one node is told, and then shown, what devices of another do', async () => {
  const onA = await openBrowser(a.url, session)
  const closed = shownOnB(({ connectionStatus }) => connectionStatus === 'disconnected')
  onA.socket.emit('whatsapp_disconnect_request', device.id)
  await closed
  const opened = shownOnB(({ connected }) => connected)
  onA.socket.emit('whatsapp_reconnect_request', device.id)
  await opened
  onA.close()
})

test('a campaign that another node sends is shown as being sent', async () => {
  const people = ['Aisyah', 'Bala', 'Chong'].map((name, index) => ({
    name,
    phoneNumber: `6012345670${index + 1}`,
  }))
  const { token } = session
  const groupId = await makeGroup(b, session, 'Pelanggan', people)
  const form = campaignForm({ campaignName: 'P', caption: 'Hi [name]', contactGroupId: groupId })
  const created = await b.call('POST', `/campaigns/${device.id}`, { token, body: form })
  const { id } = created.body as BulkCampaign
  const listedOn = async (node: TestNode) => {
    const { body } = await node.call(
      'GET',
      '/analytics/dashboard/bulk-campaign-summary?status=current',
      { token },
    )
    return (body as BulkCampaignSummary[]).find((one) => one.id === id)
  }
  await until('it is shown with when it goes on', async () => {
    const [here, there] = [await listedOn(b), await listedOn(a)]
    return here?.status === 'sending' && here.nextMessageAt !== null && there?.status === 'sending'
  })
})
