import { Simulation } from '@kirim/contract/chatbot-tools'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, makeItem, startLinkedNumber } from '../../../testing/linked-number.ts'
import { pngFile } from '../../../testing/test-browser.ts'

const FARAH = '60131000001'

describe.each(journeyEngines)('a message that is tried on %s', (engine) => {
  let number: LinkedNumber

  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    await switchOn(true)
    await item({ name: 'Greeting', keywords: 'hai', captionAi: 'Hai [name], WA: [wa_name].' })
    const last = await item({ name: 'Bye', captionAi: 'See you' })
    await item({
      name: 'Price',
      keywords: 'harga',
      captionAi: 'It costs [api.price].',
      apiRestDataStatus: 'enabled',
      nextBotAction: last._id,
      mediaFileAi: pngFile('menu.png'),
    })
    await item({ name: 'Nothing', keywords: 'kosong', captionAi: '{|}' })
    await call('POST', '/contacts', { name: 'Puan Farah', phoneNumber: FARAH })
  })
  afterAll(() => number.stop())

  const call = (method: string, path: string, body?: unknown) =>
    number.app.call(method, path, {
      token: number.session.token,
      ...(body !== undefined && { body }),
    })
  const item = (fields: Record<string, string | File>) =>
    makeItem(number.app.call, number.session.token, number.device.id, fields)
  const switchOn = (isEnabled: boolean) =>
    call('PUT', `/ai-chatbot/devices/${number.device.id}/status`, { isEnabled })
  const simulateText = async (text: string, more = {}) => {
    const path = `/ai-chatbot/${number.device.id}/simulate`
    const { status, body } = await call('POST', path, { text, ...more })
    expect(status, JSON.stringify(body)).toBe(200)
    return Simulation.parse(body)
  }
  const textsOf = async (...message: Parameters<typeof simulateText>) =>
    (await simulateText(...message)).replies.map(({ text }) => text)

  test('is answered with the names that the responder would use', async () => {
    number.network.setContactName(number.device.number, FARAH, 'farah 🌸')
    await number.network.sendAsContact(number.device.number, FARAH, { text: 'hai' })
    await until('she has an answer', () => number.heard(FARAH).length === 1)
    const texts = ['Hai Puan Farah, WA: farah 🌸.']
    expect(number.heard(FARAH)).toEqual(texts)
    const [farah] = (await call('GET', '/contacts')).body as { _id: string }[]
    expect(await textsOf('hai', { contactId: farah?._id })).toEqual(texts)
    expect(await textsOf('hai', { contactNumber: FARAH })).toEqual(texts)
    expect(await textsOf('hai', { contactNumber: '013-100 0001' })).toEqual(texts)
    expect(await textsOf('hai', { contactNumber: FARAH, contactName: 'Lim' })).toEqual([
      'Hai Puan Farah, WA: Lim.',
    ])
  })

  test('may come from an unknown person', async () => {
    const [nobody] = await textsOf('hai')
    expect(nobody).toBe('Hai, WA:.')
    expect(await textsOf('hai', { contactNumber: '60131999999' })).toEqual([nobody])
    const path = `/ai-chatbot/${number.device.id}/simulate`
    expect(await call('POST', path, { text: 'hai', contactNumber: '12' })).toMatchObject({
      status: 400,
      body: { code: 'phone_number_invalid' },
    })
    expect(await call('POST', path, { text: 'hai', contactId: 'gone' })).toMatchObject({
      status: 404,
      body: { code: 'contact_not_found' },
    })
  })

  test('shows media, the next action, and that an API is not called', async () => {
    expect((await simulateText('harga')).replies).toMatchObject([
      {
        itemName: 'Price',
        text: 'It costs [api.price].',
        media: { name: 'menu.png', type: 'image/png' },
        callsApi: true,
      },
      { itemName: 'Bye', text: 'See you', media: null, callsApi: false },
    ])
    expect(await simulateText('kosong')).toMatchObject({ silence: 'nothing_to_send', replies: [] })
  })

  test('shows the reply of a switched-off number, and says so', async () => {
    await switchOn(false)
    expect(await simulateText('harga')).toMatchObject({
      silence: null,
      holds: [{ reason: 'number_off', until: null }],
      replies: [{ itemName: 'Price' }, { itemName: 'Bye' }],
    })
    expect(await simulateText('?')).toMatchObject({ silence: 'no_match', holds: [{}], replies: [] })
    await switchOn(true)
    expect((await simulateText('harga')).holds).toEqual([])
  })

  test('would be held back as the chat is now, without changing it', async () => {
    const path = `/ai-chatbot/devices/${number.device.id}/settings`
    const settings = (await call('GET', path)).body as object
    const lim = { contactNumber: '60131000002' }
    await call('PUT', path, { ...settings, cooldownSeconds: 3600 })
    for (let turn = 0; turn < 25; turn++) expect((await simulateText('hai', lim)).holds).toEqual([])
    await number.network.sendAsContact(number.device.number, lim.contactNumber, { text: 'hai' })
    await until('Lim has an answer', () => number.heard(lim.contactNumber).length === 1)
    const { holds, replies } = await simulateText('hai', lim)
    expect([holds.map(({ reason }) => reason), replies.length]).toEqual([['cooldown'], 1])
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const earlier = new Date(Date.now() - 3_600_000).toISOString()
    expect((await simulateText('hai', { ...lim, at: later })).holds).toEqual([])
    expect((await simulateText('hai', { ...lim, at: earlier })).holds).toMatchObject([{}])
    expect((await simulateText('harga', lim)).holds).toEqual([])
    expect((await simulateText('hai')).holds).toEqual([])
    expect((await simulateText('hai', { ...lim, chat: 'group' })).holds).toEqual([])
    await call('PUT', path, settings)
  })
})
