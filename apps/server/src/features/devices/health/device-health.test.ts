import type { Device } from '@kirim/contract/devices'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'

const SPEED = 20
const MINUTE = 60_000

describe.each(journeyEngines)('the health of a number on %s', (engine) => {
  const clock = createFastClock(SPEED)
  let number: LinkedNumber
  beforeAll(async () => {
    number = await startLinkedNumber(engine, { clock })
  })
  afterAll(() => number.stop())

  async function row(): Promise<Device> {
    const { token } = number.session
    const { body } = await number.app.call('GET', '/whatsapp/devices', { token })
    const [device] = body as Device[]
    if (!device) throw new Error('The number is gone.')
    return device
  }
  const health = async () => (await row()).health

  test('is reopened when nothing arrives while its phone is in use, and receives the missed messages', async () => {
    const { network, device } = number
    const write = () => network.sendAsContact(device.number, '60131000003', { text: 'Hello' })
    const whileInUse = (what: string, condition: () => Promise<boolean>) => {
      // After ten minutes it is reopened, which takes a time that is too short at such a speed.
      clock.after(9 * MINUTE, () => clock.setSpeed(SPEED))
      clock.setSpeed(15 * SPEED)
      return until(what, () => {
        network.useOnPhone(device.number)
        return condition()
      })
    }
    expect((await health()).lastInAt).toBeNull()
    network.fallSilent(device.number)
    await whileInUse('it is told', async () => (await row()).problem?.code === 'quiet')
    await write()
    await until('all is well', async () => (await row()).problem === null)
    const before = (await health()).lastInAt
    network.fallSilent(device.number)
    await write()
    await whileInUse('what was missed has come', async () => (await health()).lastInAt !== before)
  })

  test('shows the last incoming message, unreadable messages, and the latency', async () => {
    const { network, device } = number
    const before = (await health()).lastInAt
    await network.sendAsContact(device.number, '60131000001', { text: 'Hello' })
    await until('it came in', async () => (await health()).lastInAt !== before)
    network.setWeather(device.number, { kind: 'undecryptable', lasting: true })
    await network.sendAsContact(device.number, '60131000002', { text: 'Lost' })
    await until('it could not be read', async () => (await health()).unreadable === 1)
    await until('it is measured', async () => (await health()).latencyMs !== null)
    await until('its keys are counted', async () => ((await health()).preKeysLeft ?? 0) > 0)
    expect((await health()).unreadableSince).not.toBeNull()
  })
})
