import type { ChatEntry } from '@kirim/contract/chat-entries'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'

const FARAH = '60131000001'

describe.each(journeyEngines)('what people send, on %s', (engine) => {
  let number: LinkedNumber
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    const { network, device } = number
    network.setContactName(device.number, FARAH, 'Farah')
    await network.sendAsContact(device.number, FARAH, { text: 'harga?' }, { messageId: 'FIRST' })
  })
  afterAll(() => number.stop())

  async function entries(): Promise<ChatEntry[]> {
    const { token } = number.session
    const list = await number.app.call('GET', '/chats?view=all', { token })
    const [chat] = (list.body as { chats: { id: string }[] }).chats
    if (!chat) return []
    const { body } = await number.app.call('GET', `/chats/${chat.id}/entries`, { token })
    return (body as { entries: ChatEntry[] }).entries
  }

  const entry = (id: string, isSo: (entry: ChatEntry) => boolean = () => true) =>
    until('the entry is there', async () =>
      (await entries()).find((one) => one.id === id && isSo(one)),
    )

  test('a place, and a contact with its number', async () => {
    const { network, device } = number
    const place = { degreesLatitude: 3.1, degreesLongitude: 101.6, name: 'Kedai' }
    const sent = await network.sendAsContact(device.number, FARAH, {
      message: { locationMessage: place },
    })
    expect((await entry(sent.id)).content).toMatchObject({ type: 'location', name: 'Kedai' })
    const vcard = 'BEGIN:VCARD\nFN:Mei\nTEL;waid=60131000009:+60 13-100 0009\nEND:VCARD'
    const card = await network.sendAsContact(device.number, FARAH, {
      message: { contactMessage: { displayName: 'Mei', vcard } },
    })
    expect((await entry(card.id)).content).toEqual({
      type: 'contacts',
      contacts: [{ name: 'Mei', phoneNumbers: ['60131000009'] }],
    })
  })

  test('an answer shows what it quotes', async () => {
    const { network, device } = number
    const { id } = await network.sendAsContact(
      device.number,
      FARAH,
      { text: 'yang ini' },
      { quotes: 'FIRST' },
    )
    expect((await entry(id)).quoted).toMatchObject({ entryId: 'FIRST', text: 'harga?' })
  })

  test('a poll counts the last vote of each', async () => {
    const { network, device } = number
    const poll = { question: 'Bila?', options: ['Isnin', 'Selasa'], choices: 1 }
    const { id } = await network.sendAsContact(device.number, FARAH, { poll })
    expect((await entry(id)).content).toMatchObject({
      type: 'poll',
      question: 'Bila?',
      choices: 1,
      options: [
        { name: 'Isnin', votes: 0, voters: [] },
        { name: 'Selasa', votes: 0, voters: [] },
      ],
    })
    const votes = (one: ChatEntry) =>
      one.content?.type === 'poll' ? one.content.options.map((option) => option.voters) : []
    await network.voteAsContact(device.number, FARAH, id, ['Isnin'])
    await entry(id, (one) => JSON.stringify(votes(one)) === '[["Farah"],[]]')
    await network.voteAsContact(device.number, FARAH, id, ['Selasa'])
    await entry(id, (one) => JSON.stringify(votes(one)) === '[[],["Farah"]]')
    await network.voteAsContact(device.number, FARAH, id, [])
    await entry(id, (one) => JSON.stringify(votes(one)) === '[[],[]]')
  })
  test('a poll of the team counts what people choose', async () => {
    const { network, device, app } = number
    const { token } = number.session
    const list = await app.call('GET', '/chats?view=all', { token })
    const [chat] = (list.body as { chats: { id: string }[] }).chats
    const made = await app.call('POST', `/chats/${chat?.id}/polls`, {
      token,
      body: { clientId: 'poll-0001', question: 'Saiz?', options: ['S', 'M'], choices: 1 },
    })
    const { id } = made.body as ChatEntry
    await until('the contact has it', () =>
      network.messages(device.number, FARAH).find((one) => one.options?.includes('S')),
    )
    const asked = network.messages(device.number, FARAH).find((one) => one.options?.includes('S'))
    await network.voteAsContact(device.number, FARAH, asked?.id ?? '', ['M'])
    const counted = await entry(
      id,
      ({ content }) => content?.type === 'poll' && content.options.some(({ votes }) => votes > 0),
    )
    expect(counted.content).toMatchObject({
      options: [
        { name: 'S', votes: 0 },
        { name: 'M', votes: 1, voters: ['Farah'] },
      ],
    })
  })
})
