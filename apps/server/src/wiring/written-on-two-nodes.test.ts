import type { Session } from '@kirim/contract/accounts'
import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Device } from '@kirim/contract/devices'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkOver, messagesReceivedBy } from '../testing/linked-number.ts'
import { startTestNodes, type TestNode, type TestNodes } from '../testing/test-nodes.ts'

const SPEED = 10
const NURUL = '60123456714'

describe('what is written on one node for a number of another', () => {
  let nodes: TestNodes
  let here: TestNode
  let there: TestNode
  let siti: Session
  let device: Device
  let chatId = ''

  beforeAll(async () => {
    nodes = await startTestNodes(SPEED)
    here = await nodes.start('here')
    siti = await nodes.newUser(here)
    device = await linkOver(here, nodes.network, siti)
    there = await nodes.start('there')
    const body = { deviceId: device.id, phoneNumber: NURUL }
    chatId = (await call<{ id: string }>('/chats', body)).id
  })
  afterAll(() => nodes?.stop())

  /** On the node that does not have the number. */
  async function call<T>(path: string, body: object): Promise<T> {
    const answer = await there.call('POST', path, { token: siti.token, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body as T
  }
  const write = (body: { text: string; clientId: string; sendAt?: string }) =>
    call<ChatEntry>(`/chats/${chatId}/messages`, body)
  const heard = () => messagesReceivedBy(nodes.network, device.number, NURUL)

  test('leaves at once, and later also from the node that takes the number', async () => {
    await write({ text: 'Salam', clientId: 'written-there' })
    await until('it arrives', () => heard().includes('Salam'))
    const sendAt = new Date(nodes.clock.now() + 60_000).toISOString()
    await write({ text: 'Esok', clientId: 'later-there', sendAt })
    await here.stop()
    await until('it arrives later', () => heard().includes('Esok'))
    expect(heard()).toEqual(['Salam', 'Esok'])
  })
})
