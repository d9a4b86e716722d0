import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type LinkedNumber,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../../testing/linked-number.ts'

let number: LinkedNumber
beforeAll(async () => {
  number = await startLinkedNumber('SQLite')
  const { app, session, device } = number
  await makeItem(app.call, session.token, device.id, {
    name: 'Hours',
    keywords: 'open',
    captionAi: 'Until six.',
  })
  await switchOn(app.call, session.token, device.id)
})
afterAll(() => number.stop())

const isConnected = async () => {
  const { body } = await number.app.call('GET', '/whatsapp/devices', {
    token: number.session.token,
  })
  return (body as { connected: boolean }[])[0]?.connected
}

test('what cannot be read does not withhold what comes after, from the offline queue either', async () => {
  const { network, device, heard } = number
  const phone = device.number
  const write = (from: string) => network.sendAsContact(phone, from, { text: 'open' })
  network.setOffline(phone, true)
  await until('it is away', async () => !(await isConnected()))
  network.setWeather(phone, { kind: 'undecryptable', lasting: true, withholds: true })
  network.postUnreadableStatus(phone, '60131000009')
  await write('60131000001')
  network.setWeather(phone, { kind: 'undecryptable', share: 0, withholds: true })
  await write('60131000002')
  network.setOffline(phone, false)
  await until('the one after it is answered', () => heard('60131000002').length === 1)
  network.postUnreadableStatus(phone, '60131000009')
  await write('60131000003')
  await until('a later one is answered', () => heard('60131000003').length === 1)
  expect(network.weatherOf(phone).struck).toBe(0)
  await until('a copy of what could not be read', () => heard('60131000001').length === 1)
})
