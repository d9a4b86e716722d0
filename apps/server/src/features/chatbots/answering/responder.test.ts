import type { OverallSummary } from '@kirim/contract/analytics'
import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import type { Device } from '@kirim/contract/devices'
import type { PausedChat } from '@kirim/contract/paused-chats'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { type LinkedNumber, makeItem, startLinkedNumber } from '../../../testing/linked-number.ts'
import { pngFile } from '../../../testing/test-browser.ts'

describe.each(engines)('a chatbot on %s', (engine) => {
  let number: LinkedNumber
  let people = 0

  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    await call('PUT', `/ai-chatbot/devices/${number.device.id}/status`, { isEnabled: true })
    await item({ name: 'Control', keywords: 'kawalan', captionAi: 'Control' })
    await item({ name: 'Price', keywords: 'harga, price', captionAi: 'RM4' })
    await item({
      name: 'Hours',
      keywords: 'buka',
      captionAi: 'Open 7 to 6',
      type: 'message_contains_whole_keyword',
    })
    await item({
      name: 'Group only',
      keywords: 'kumpulan',
      captionAi: 'For groups',
      sendTo: 'group',
    })
    await item({ name: 'Off', keywords: 'rahsia', captionAi: 'Secret', status: 'disable' })
    await item({
      name: 'Greeting',
      keywords: 'hello',
      captionAi: 'Hi [wa_name], this is [me_wa_name]',
    })
  })
  afterAll(() => number.stop())

  const call = (method: string, path: string, body?: unknown) =>
    number.app.call(method, path, {
      token: number.session.token,
      ...(body !== undefined && { body }),
    })
  const item = (fields: Record<string, string | File>) =>
    makeItem(number.app.call, number.session.token, number.device.id, fields)
  const newContact = () => `6013${String(1_000_000 + ++people)}`
  const write = (contact: string, text: string, options = {}) =>
    number.network.sendAsContact(number.device.number, contact, { text }, options)
  const arrived = (contact: string) =>
    number.network.messages(number.device.number, contact).every(({ status }) => status !== 'sent')
  const hears = (contact: string, count: number) =>
    until(`${contact} has heard ${count}`, () => number.heard(contact).length >= count)
  /** Chats are answered in order, so once the second message is answered, so is the first. */
  const answersTo = async (contact: string, send: () => Promise<unknown>) => {
    await send()
    await until('it is kept', () => arrived(contact))
    await write(contact, 'kawalan')
    await until('the control is answered', () => number.heard(contact).at(-1) === 'Control')
    return number.heard(contact).slice(0, -1)
  }

  test.each([
    ['apa HARGA kopi', ['RM4']],
    ['pricelist', ['RM4']],
    ['ＨＡＲＧＡ', ['RM4']],
    ['kedai buka?', ['Open 7 to 6']],
    ['dibuka semula', []],
    ['kumpulan', []],
    ['rahsia', []],
    ['apa khabar', []],
    ['buka, harga?', ['Open 7 to 6']],
  ])('"%s" is answered by %j', async (text, expected) => {
    const contact = newContact()
    expect(await answersTo(contact, () => write(contact, text))).toEqual(expected)
  })

  test('uses names, and answers a person who is addressed by LID', async () => {
    const contact = newContact()
    number.network.setContactName(number.device.number, contact, 'Farah')
    await write(contact, 'hello', { addressing: 'lid' })
    await hears(contact, 1)
    expect(number.heard(contact)).toEqual(['Hi Farah, this is Kedai Siti'])
  })

  test("uses the owner's new name from the phone", async () => {
    const { network, device } = number
    network.setContactName(device.number, device.number, 'Kedai Kopi Siti')
    await write(device.number, 'a note to myself')
    await until('the list has the name', async () => {
      const { body } = await call('GET', '/whatsapp/devices')
      return (body as Device[]).some(({ name }) => name === 'Kedai Kopi Siti')
    })
    const contact = newContact()
    network.setContactName(device.number, contact, 'Farah')
    await write(contact, 'hello')
    await hears(contact, 1)
    expect(number.heard(contact)).toEqual(['Hi Farah, this is Kedai Kopi Siti'])
  })

  test.each([
    [
      'a button',
      { buttonsResponseMessage: { selectedButtonId: 'x', selectedDisplayText: 'Price', type: 1 } },
    ],
    [
      'a list',
      {
        listResponseMessage: {
          title: 'Price',
          listType: 1,
          singleSelectReply: { selectedRowId: 'x' },
        },
      },
    ],
    ['a caption', { imageMessage: { caption: 'the price of this', mimetype: 'image/jpeg' } }],
    ['a disappearing message', { ephemeralMessage: { message: { conversation: 'price' } } }],
  ])('hears %s', async (_what, message) => {
    const contact = newContact()
    await number.network.sendAsContact(number.device.number, contact, { message })
    await hears(contact, 1)
    expect(number.heard(contact)).toEqual(['RM4'])
  })

  test.each([
    [
      'a reaction',
      { reactionMessage: { key: { id: 'x', fromMe: true, remoteJid: 'x' }, text: 'price' } },
    ],
    [
      'an edit',
      { protocolMessage: { type: 14, key: { id: 'x' }, editedMessage: { conversation: 'price' } } },
    ],
    ['a deletion', { protocolMessage: { type: 0, key: { id: 'x' } } }],
  ])('does not answer %s', async (_what, message) => {
    const contact = newContact()
    const send = () => number.network.sendAsContact(number.device.number, contact, { message })
    expect(await answersTo(contact, send)).toEqual([])
  })

  test('the same message delivered twice gets one reply', async () => {
    const contact = newContact()
    const { id } = await write(contact, 'price')
    const again = () => write(contact, 'price', { messageId: id })
    await hears(contact, 1)
    expect(await answersTo(contact, again)).toEqual(['RM4'])
  })

  test('answers offline messages after reconnecting', async () => {
    const contact = newContact()
    number.network.setOffline(number.device.number, true)
    await write(contact, 'price')
    number.network.setOffline(number.device.number, false)
    await until('it is answered', () => number.heard(contact).length === 1)
    expect(number.heard(contact)).toEqual(['RM4'])
  })

  test('shows that it is typing for the set time, then sends media with the caption, then the next action', async () => {
    const contact = newContact()
    const last = await item({ name: 'Bye', captionAi: 'See you' })
    await item({
      name: 'Menu',
      keywords: 'menu',
      captionAi: 'Our menu',
      presenceDelayTime: '1',
      presenceDelayStatus: 'enable_typing',
      nextBotAction: last._id,
      mediaFileAi: pngFile('menu.png'),
    })
    const shown: [string, number][] = []
    number.network.events.on('presence', (event) => {
      if (event.contact === contact) shown.push([event.state, number.heard(contact).length])
    })
    await write(contact, 'menu please')
    await hears(contact, 2)
    expect(number.heard(contact)).toEqual(['Our menu', 'See you'])
    expect(shown[0]).toEqual(['composing', 0])
  })

  test('a group of settings: default response, cooldown', async () => {
    const path = `/ai-chatbot/devices/${number.device.id}/settings`
    const settings = (await call('GET', path)).body as Record<string, unknown>
    expect((await call('PUT', path, { ...settings, cooldownSeconds: 600 })).status).toBe(200)
    const contact = newContact()
    await write(contact, 'price')
    await hears(contact, 1)
    await write(contact, 'price')
    await write(contact, 'buka')
    await hears(contact, 2)
    expect(number.heard(contact)).toEqual(['RM4', 'Open 7 to 6'])
    await call('PUT', path, { ...settings, cooldownSeconds: 0 })
  })

  test('pauses a chat with another bot until the owner resumes it', async () => {
    const contact = newContact()
    for (let turn = 1; turn <= 20; turn++) {
      await write(contact, 'price')
      await hears(contact, turn)
    }
    await write(contact, 'price')
    const path = `/ai-chatbot/${number.device.id}/paused-chats`
    const [paused] = await until('it is listed', async () => {
      const listed = (await call('GET', path)).body as PausedChat[]
      return listed.length > 0 && listed
    })
    expect(paused).toMatchObject({ phoneNumber: contact, chat: 'individual', reason: 'minute' })
    const other = await number.app.newUser('Somebody else')
    const asOther = (method: string, at: string) =>
      number.app.call(method, at, { token: other.token })
    expect((await asOther('GET', path)).status).toBe(404)
    expect((await asOther('DELETE', `${path}/${paused?.id}`)).status).toBe(404)
    expect((await call('DELETE', `${path}/${paused?.id}`)).status).toBe(204)
    expect((await call('DELETE', `${path}/${paused?.id}`)).body).toMatchObject({
      code: 'chatbot_pause_not_found',
    })
    expect((await call('GET', path)).body).toEqual([])
    await write(contact, 'kawalan')
    await until('the control is answered', () => number.heard(contact).at(-1) === 'Control')
    expect(number.heard(contact)).toEqual([...Array(20).fill('RM4'), 'Control'])
  })

  test("counts replies in the overall summary and on the number's card", async () => {
    const before = (await call('GET', '/analytics/dashboard/overall-summary'))
      .body as OverallSummary
    const contact = newContact()
    await write(contact, 'price')
    const after = await until('it is counted as delivered', async () => {
      const now = (await call('GET', '/analytics/dashboard/overall-summary')).body as OverallSummary
      return (
        now.totalMessages > before.totalMessages && now.sentMessages > before.sentMessages && now
      )
    })
    expect(after.totalMessages).toBe(before.totalMessages + 1)
    const [card] = (await call('GET', '/ai-chatbot/devices-summary')).body as AiDeviceSummary[]
    expect(card?.stats.sent).toBeGreaterThan(0)
  })

  test('simulates which item would answer, and why the others would not', async () => {
    const path = `/ai-chatbot/${number.device.id}/simulate`
    const answer = await call('POST', path, { text: 'buka dan harga', contactName: 'Lim' })
    expect(answer.body).toMatchObject({
      silence: null,
      replies: [{ itemName: 'Hours', text: 'Open 7 to 6' }],
      verdicts: expect.arrayContaining([
        expect.objectContaining({ name: 'Price', fired: false, reason: 'outranked' }),
        expect.objectContaining({ name: 'Off', reason: 'disabled' }),
        expect.objectContaining({ name: 'Group only', reason: 'wrong_chat' }),
      ]),
    })
  })

  test('the linter reports what is missing', async () => {
    const findings = (await call('GET', `/ai-chatbot/${number.device.id}/lint`)).body
    expect(findings).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'no_default_response' })]),
    )
  })
})
