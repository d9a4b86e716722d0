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
afterAll(() => number?.stop())

test.each([
  ['error', '60131000001'],
  ['garbage', '60131000002'],
] as const)(
  'settings that cannot be synchronised (%s) do not end the session',
  async (how, who) => {
    const { network, device, heard } = number
    const phone = device.number
    const said: boolean[] = []
    const note = (told: { number: string; connected: boolean }) => {
      if (told.number === phone) said.push(told.connected)
    }
    network.events.on('phone', note)
    network.setWeather(phone, { kind: 'app_state', how })
    network.useOnPhone(phone)
    await until('it was asked for', () => network.weatherOf(phone).struck > 0)
    // What was in the way of the answer would be in the way of this one as well.
    network.useOnPhone(phone)
    await network.sendAsContact(phone, who, { text: 'open' })
    await until('the number answers', () => heard(who).length === 1)
    expect(said).not.toContain(false)

    // Nor a login in this weather.
    network.drop(phone)
    await until('it has opened again', () => said.includes(false) && said.at(-1))
    network.events.off('phone', note)
    const struck = network.weatherOf(phone).struck
    network.useOnPhone(phone)
    await until('it was asked for again', () => network.weatherOf(phone).struck > struck)
    await network.sendAsContact(phone, who, { text: 'open' })
    await until('the number answers again', () => heard(who).length === 2)
  },
)
