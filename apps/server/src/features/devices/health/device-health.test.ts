import type { Device } from '@kirim/contract/devices'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'

describe.each(engines)('the health of a number on %s', (engine) => {
  let number: LinkedNumber
  beforeAll(async () => {
    number = await startLinkedNumber(engine, { clock: createFastClock(40) })
  })
  afterAll(() => number.stop())

  async function health(): Promise<Device['health']> {
    const { token } = number.session
    const { body } = await number.app.call('GET', '/whatsapp/devices', { token })
    const [device] = body as Device[]
    if (!device) throw new Error('The number is gone.')
    return device.health
  }

  test('tells when something came in, what could not be read, and how the network answers', async () => {
    const { network, device } = number
    expect((await health()).lastInAt).toBeNull()
    await network.sendAsContact(device.number, '60131000001', { text: 'Hello' })
    await until('it came in', async () => (await health()).lastInAt !== null)
    network.setWeather(device.number, { kind: 'undecryptable', lasting: true })
    await network.sendAsContact(device.number, '60131000002', { text: 'Lost' })
    await until('it could not be read', async () => (await health()).unreadable === 1)
    await until('it is measured', async () => (await health()).latencyMs !== null)
    await until('its keys are counted', async () => ((await health()).preKeysLeft ?? 0) > 0)
    expect((await health()).unreadableSince).not.toBeNull()
  })
})
