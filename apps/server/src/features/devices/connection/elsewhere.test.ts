import type { Session } from '@kirim/contract/accounts'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('each node lists the devices of another in the same way', async () => {
  await until('it is connected', async () => (await statusOn(b)) === 'connected')
  await nodes.network.sendAsContact(device.number, '60131000001', { text: 'Hello' })
  await until('it is the same, and how well it works', async () => {
    const [there, here] = [await seenOn(a), await seenOn(b)]
    return here.health.lastInAt !== null && JSON.stringify(here) === JSON.stringify(there)
  })
})

test('a browser on one node gets the changes of devices on another', async () => {
  const onA = await openBrowser(a.url, session)
  const closed = shownOnB(({ connectionStatus }) => connectionStatus === 'disconnected')
  onA.socket.emit('whatsapp_disconnect_request', device.id)
  await closed
  const opened = shownOnB(({ connected }) => connected)
  onA.socket.emit('whatsapp_reconnect_request', device.id)
  await opened
  onA.close()
})

test('a campaign that another node sends is shown as sending', async () => {
  const people = ['Aisyah', 'Bala', 'Chong'].map((name, index) => ({
    name,
    phoneNumber: `6012345670${index + 1}`,
  }))
  const { token } = session
  const groupId = await makeGroup(b, session, 'Pelanggan', people)
  const form = campaignForm({
    campaignName: 'P',
    caption: 'Hi [name]',
    contactGroupId: groupId,
    minIntervalSeconds: '60',
    maxIntervalSeconds: '60',
  })
  const listedOn = async (node: TestNode, id: string) => {
    const { body } = await node.call(
      'GET',
      '/analytics/dashboard/bulk-campaign-summary?status=current',
      { token },
    )
    return (body as BulkCampaignSummary[]).find((one) => one.id === id)
  }
  // Before the last one gets it.
  await b.inRealTime(async () => {
    const created = await b.call('POST', `/campaigns/${device.id}`, { token, body: form })
    const { id } = created.body as BulkCampaign
    await until('it is shown with when it goes on', async () => {
      const [here, there] = [await listedOn(b, id), await listedOn(a, id)]
      return (
        here?.status === 'sending' && here.nextMessageAt !== null && there?.status === 'sending'
      )
    })
    await b.call('DELETE', `/campaigns/${device.id}/${id}`, { token })
  })
})

/** Asked of the node that has not got the device. */
const ask = (event: string, ...args: unknown[]) => onB.socket.emit(event, ...args)

test('a device can be closed and opened through any node', async () => {
  await until('it is connected', async () => (await statusOn(b)) === 'connected')
  ask('whatsapp_disconnect_request', device.id)
  await until('it is closed', async () => (await statusOn(a)) === 'disconnected')
  ask('whatsapp_reconnect_request', device.id)
  await until('it is open', async () => (await statusOn(b)) === 'connected')
  // The one that was connected last, wherever it is.
  ask('whatsapp_disconnect_request', '')
  await until('it is closed again', async () => (await statusOn(b)) === 'disconnected')
  const refused = onB.next('error_message')
  ask('whatsapp_disconnect_request', '')
  expect(await refused).toBe('There is no connected device to disconnect.')
  ask('whatsapp_reconnect_request', device.id)
  await until('it is open again', async () => (await statusOn(b)) === 'connected')
})

test("a user cannot reach another user's device through another node", async () => {
  const other = await nodes.newUser(b)
  const browser = await openBrowser(b.url, other)
  for (const event of ['whatsapp_disconnect_request', 'whatsapp_reconnect_request']) {
    const refused = browser.next('error_message')
    browser.socket.emit(event, device.id)
    expect(await refused).toBe('Device not found.')
  }
  browser.close()
  const removal = await b.call('DELETE', `/whatsapp/devices/${device.id}`, { token: other.token })
  expect(removal.status).toBe(404)
  expect(await statusOn(a)).toBe('connected')
})

test('a test message is sent by the node that has the number', async () => {
  const { token } = session
  const body = campaignForm({ caption: 'A test for [name]', phoneNumber: '60123456701' })
  const sent = await b.call('POST', `/campaigns/${device.id}/test`, { token, body })
  expect(sent).toMatchObject({ status: 200, body: { state: 'sent', phoneNumber: device.number } })
})

test('numbers are checked by the node that has the sender', async () => {
  const { token } = session
  const groupId = await makeGroup(b, session, 'New', [{ name: 'New', phoneNumber: '60198765432' }])
  const path = `/campaigns/${device.id}/check-numbers`
  const body = { contactGroupId: groupId, absent: false }
  const begun = await b.call('POST', path, { token, body })
  expect(begun.body).toMatchObject({ check: { done: 0, total: 1, waits: false } })
  await until('it is checked', async () => {
    const rows = await nodes.db
      .selectFrom('number_checks')
      .select('phone_number')
      .where('phone_number', '=', '60198765432')
      .execute()
    return rows.length === 1
  })
})

test('a code of one node is shown and can be withdrawn on another', async () => {
  const other = await nodes.newUser(b)
  const [here, there] = [await openBrowser(a.url, other), await openBrowser(b.url, other)]
  // Before the next code is shown.
  await a.inRealTime(async () => {
    const shown = there.next<string>('whatsapp_qr')
    // It comes with the code, and is no answer of the other node.
    const waits = there.next('whatsapp_status', (status) => status === 'waiting_qr')
    here.socket.emit('whatsapp_connect_request', other._id)
    const code = await shown
    await waits
    await until('the other node knows of it', async () => {
      const status = there.next('whatsapp_status')
      there.socket.emit('get_whatsapp_status')
      return (await status) === 'waiting_qr'
    })
    // As a page does that is opened there, and one that asks for a code.
    for (const event of ['get_whatsapp_status', 'whatsapp_connect_request']) {
      const again = there.next<string>('whatsapp_qr')
      there.socket.emit(event, other._id)
      expect(await again).toBe(code)
    }
    const ended = here.next('whatsapp_status', (one) => one === 'disconnected')
    there.socket.emit('whatsapp_cancel_request')
    await ended
  })
  here.close()
  there.close()
})

test('a number linked again on another node is released by its earlier node', async () => {
  ask('whatsapp_disconnect_request', device.id)
  await until('it is closed', async () => (await statusOn(b)) === 'disconnected')
  await b.inRealTime(async () => {
    const code = onB.next<string>('whatsapp_qr')
    ask('whatsapp_relink_request', device.id)
    await nodes.network.scan(await code, device.number)
  })
  await until('the other node has it', async () => (await ownerOf(device.id)) === 'b')
  await until('it is connected', async () => (await statusOn(a)) === 'connected')
  expect(await statusOn(b)).toBe('connected')
})

test('a device can be removed through any node', async () => {
  const { token } = session
  const removed = await a.call('DELETE', `/whatsapp/devices/${device.id}`, { token })
  expect(removed.status).toBe(200)
  for (const node of [a, b]) {
    expect((await node.call('GET', '/whatsapp/devices', { token })).body).toEqual([])
  }
})

/** The name of the node that has the device. */
async function ownerOf(deviceId: string): Promise<string | null> {
  const row = await nodes.db
    .selectFrom('devices')
    .innerJoin('nodes', 'nodes.id', 'devices.leased_to')
    .select('nodes.name')
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  return row?.name ?? null
}
