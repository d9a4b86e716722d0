import type { SavedResponse } from '@kirim/contract/chatbot-tools'
import type { Group } from '@kirim/sandbox-network/types'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, makeItem, startLinkedNumber } from '../../../testing/linked-number.ts'

describe.each(journeyEngines)('a chatbot in groups on %s', (engine) => {
  let number: LinkedNumber
  let people = 0
  let members: readonly [string, string]
  let group: Group

  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    await call('PUT', `/ai-chatbot/devices/${number.device.id}/status`, { isEnabled: true })
    await item({ name: 'Control', keywords: 'kawalan', captionAi: 'Control' })
    for (const sendTo of ['all', 'individual', 'group']) {
      await item({ name: sendTo, keywords: sendTo, captionAi: `For ${sendTo}`, sendTo })
    }
    await item({
      name: 'Greeting',
      keywords: 'hello',
      captionAi: 'Hi [wa_name], this is [me_wa_name]',
      presenceDelayTime: '1',
      presenceDelayStatus: 'enable_typing',
    })
    await item({ name: 'Orders', keywords: 'pesan', saveData: 'response_is_saved' })
  })
  afterAll(() => number.stop())
  beforeEach(() => {
    members = [newContact(), newContact()]
    group = newGroup()
  })

  const call = (method: string, path: string, body?: unknown) =>
    number.app.call(method, path, {
      token: number.session.token,
      ...(body !== undefined && { body }),
    })
  const item = (fields: Record<string, string | File>) =>
    makeItem(number.app.call, number.session.token, number.device.id, fields)
  const newContact = () => `6013${String(2_000_000 + ++people)}`
  const newGroup = (addressing: 'lid' | 'pn' = 'lid') =>
    number.network.createGroup({
      owner: number.device.number,
      subject: 'Kawan kopi',
      members,
      addressing,
    })
  const write = (author: string, text: string) =>
    number.network.sendToGroup(group.id, author, { text })
  const writePrivately = (contact: string, text: string) =>
    number.network.sendAsContact(number.device.number, contact, { text })
  const fromNumber = () =>
    number.network
      .messages(number.device.number, group.id)
      .filter(({ direction }) => direction === 'to-contact')
  /**
   * Chats are answered in order: once the control message is answered, so is everything before it.
   */
  const answersTo = async (
    chat: string,
    send: (text: string) => Promise<unknown>,
    text: string,
  ) => {
    await send(text)
    await send('kawalan')
    await until('the control is answered', () => number.heard(chat).at(-1) === 'Control')
    return number.heard(chat).slice(0, -1)
  }

  test.each([
    ['all', ['For all'], ['For all']],
    ['individual', [], ['For individual']],
    ['group', ['For group'], []],
  ])(
    '[2.ai-form.send-to] an item for "%s" says %j in a group and %j to a person',
    async (sendTo, inGroup, alone) => {
      const [first] = members
      expect(await answersTo(group.id, (text) => write(first, text), sendTo)).toEqual(inGroup)
      expect(number.heard(first)).toEqual([])
      expect(await answersTo(first, (text) => writePrivately(first, text), sendTo)).toEqual(alone)
    },
  )

  test("sends answers with the group's current disappearing timer", async () => {
    const { network } = number
    const allAnswered = async () => {
      const before = fromNumber().length
      await write(members[0], 'all')
      await until('it is answered', () => fromNumber().length > before)
      return fromNumber().at(-1)?.expiration
    }
    expect(await allAnswered()).toBeUndefined()
    network.setGroupTimer(group.id, 86_400)
    expect(await allAnswered()).toBe(86_400)
    network.announceNewNumber(group.id, members[1])
    expect(await allAnswered()).toBe(86_400)
    network.setGroupTimer(group.id, 0)
    expect(await allAnswered()).toBeUndefined()
  })

  test('sends the answer to each member once, and to nobody privately', async () => {
    await write(members[0], 'all')
    await until('everybody has it', () => fromNumber()[0]?.status === 'read')
    expect(fromNumber()).toMatchObject([
      {
        text: 'For all',
        copies: 1,
        receipts: expect.arrayContaining(
          members.map((member) => expect.objectContaining({ member, copies: 1 })),
        ),
      },
    ])
    for (const member of members) expect(number.heard(member)).toEqual([])
  })

  test.each(['lid', 'pn'] as const)(
    'calls by name whoever wrote, in a group addressed by %s, and shows that it types there',
    async (addressing) => {
      group = newGroup(addressing)
      const shown: [string, number][] = []
      number.network.events.on('presence', (event) => {
        if (event.contact === group.id) shown.push([event.state, fromNumber().length])
      })
      for (const [at, name] of ['Farah', 'Lim'].entries()) {
        number.network.setContactName(number.device.number, members[at] ?? '', name)
        await write(members[at] ?? '', 'hello')
        await until('it is answered', () => fromNumber().length > at)
      }
      expect(number.heard(group.id)).toEqual([
        'Hi Farah, this is Kedai Siti',
        'Hi Lim, this is Kedai Siti',
      ])
      expect(shown[0]).toEqual(['composing', 0])
    },
  )

  test('does not answer what the owner writes from the phone', async () => {
    await write(number.device.number, 'all')
    await write(members[0], 'kawalan')
    await until('the control is answered', () => number.heard(group.id).at(-1) === 'Control')
    expect(number.heard(group.id)).toEqual(['all', 'Control'])
  })

  test('saves a response with its author', async () => {
    const [first] = members
    number.network.setContactName(number.device.number, first, 'Mei')
    await write(first, 'pesan dua')
    const saved = await until('it is saved', async () => {
      const path = `/ai-chatbot/${number.device.id}/responses`
      const { body } = await call('GET', path)
      const list = body as SavedResponse[]
      return list.find(({ phoneNumber }) => phoneNumber === first)
    })
    expect(saved).toMatchObject({ name: 'Mei', text: 'pesan dua', itemName: 'Orders' })
  })

  test('answers a redelivered and an offline message once each', async () => {
    const { id } = await write(members[0], 'all')
    await until('it is answered', () => fromNumber().length === 1)
    await number.network.sendToGroup(group.id, members[0], { text: 'all' }, { messageId: id })
    number.network.setOffline(number.device.number, true)
    await write(members[1], 'group')
    number.network.setOffline(number.device.number, false)
    await until('it is answered', () => fromNumber().length === 2)
    expect(await answersTo(group.id, (text) => write(members[0], text), 'nothing')).toEqual([
      'For all',
      'For group',
    ])
  })

  test('answers a burst from several people in order', async () => {
    const texts = ['all', 'group', 'kawalan']
    for (const text of texts) for (const member of members) await write(member, text)
    await until('all are answered', () => fromNumber().length === texts.length * members.length)
    expect(number.heard(group.id)).toEqual([
      'For all',
      'For all',
      'For group',
      'For group',
      'Control',
      'Control',
    ])
  })

  test("answers the others when one member's device goes silent", async () => {
    number.network.setContactOffline(number.device.number, members[1], true)
    await write(members[0], 'all')
    await write(members[0], 'group')
    await until('both are answered', () => fromNumber().length === 2)
    expect(number.heard(group.id)).toEqual(['For all', 'For group'])
  })
})
