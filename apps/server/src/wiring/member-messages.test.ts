import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat, ComposerBlock } from '@kirim/contract/chats'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../testing/linked-number.ts'
import { pdf, voiceNote } from '../testing/media-files.ts'
import { openBrowser } from '../testing/test-browser.ts'

const NURUL = '60123456714'

interface Opened {
  readonly chat: Chat
  readonly entries: readonly ChatEntry[]
  readonly scheduled: readonly ChatEntry[]
  readonly block: ComposerBlock | null
}

describe.each(journeyEngines)('what people write in chats, on %s', (engine) => {
  let number: LinkedNumber
  let chatId = ''
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    await hears('Ada promosi?')
    await until('the chat is there', async () => {
      const { chats } = await call<{ chats: Chat[] }>('GET', '/chats?view=all')
      chatId = chats[0]?.id ?? ''
      return chatId !== ''
    })
  })
  afterAll(() => number?.stop())

  const ask = (method: string, path: string, body?: object) =>
    number.app.call(method, path, { token: number.session.token, body })
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await ask(method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body as T
  }
  const opened = () => call<Opened>('GET', `/chats/${chatId}`)
  const entry = async (id: string) => (await opened()).entries.find((one) => one.id === id)
  const hears = (text: string) =>
    number.network.sendAsContact(number.device.number, NURUL, { message: { conversation: text } })
  let browsers = 0
  function send(body: object, path = 'messages'): Promise<ChatEntry> {
    browsers += 1
    const clientId = `browser-${browsers}`
    return call('POST', `/chats/${chatId}/${path}`, { clientId, ...body })
  }
  const isRead = (id: string) =>
    until('it is read', async () => (await entry(id))?.state === 'read')

  test('an answer that quotes is edited, reacted to and deleted', async () => {
    const asked = (await opened()).entries[0]
    const sent = await send({ text: 'Ada, 10%', quotes: asked?.id })
    await isRead(sent.id)
    expect(await entry(sent.id)).toMatchObject({
      quoted: { entryId: asked?.id, text: 'Ada promosi?', isOurs: false },
    })
    await call('PUT', `/chats/${chatId}/messages/${sent.id}/text`, { text: 'Ada, 15%' })
    await until('it is edited', async () => (await entry(sent.id))?.text === 'Ada, 15%')
    expect((await opened()).chat.preview).toBe('Ada, 15%')
    const wordings = await call('GET', `/chats/${chatId}/entries/${sent.id}/wordings`)
    expect(wordings).toMatchObject([{ text: 'Ada, 10%' }])
    await call('PUT', `/chats/${chatId}/messages/${asked?.id}/reaction`, { emoji: '👍' })
    await until('it is reacted to', async () => {
      const { reactions = [] } = (await entry(asked?.id ?? '')) ?? {}
      return reactions.some(({ emoji, isOurs }) => emoji === '👍' && isOurs)
    })
    await call('DELETE', `/chats/${chatId}/messages/${sent.id}`)
    await until('it is deleted', async () => (await entry(sent.id))?.deletedAt !== null)
    expect((await entry(sent.id))?.text).toBe('')
    expect(await call('GET', `/chats/${chatId}/entries/${sent.id}/wordings`)).toEqual([])
    expect((await opened()).entries).toHaveLength(2)
  })

  test('a poll and a file arrive, and the same id of a browser sends nothing twice', async () => {
    const poll = { question: 'Bila?', options: ['Pagi', 'Petang'], choices: 1 }
    const asked = await send(poll, 'polls')
    expect(asked.content).toMatchObject({ type: 'poll', question: 'Bila?', choices: 1 })
    await isRead(asked.id)
    const answers = [await withFile('same-id-1'), await withFile('same-id-1')]
    expect(answers[1]?.id).toBe(answers[0]?.id)
    await isRead(answers[0]?.id ?? '')
    expect((await opened()).entries.filter(({ text }) => text === 'Menu')).toHaveLength(1)
    expect(await call('GET', '/media')).toEqual([])
  })

  async function withFile(clientId: string, chat = chatId): Promise<ChatEntry> {
    const form = new FormData()
    form.set('clientId', clientId)
    form.set('text', 'Menu')
    form.set('file', new File([new Uint8Array(pdf())], 'menu.pdf', { type: 'application/pdf' }))
    return call<ChatEntry>('POST', `/chats/${chat}/messages`, form)
  }

  test('a file that could not be uploaded fails, and is tried again', async () => {
    const begun = await startedChat('60123456713')
    number.network.setWeather(number.device.number, { kind: 'slow_media', how: 'cut' })
    const { id } = await withFile('failing-file', begun)
    const entries = async () => (await call<Opened>('GET', `/chats/${begun}`)).entries
    await until('it fails', async () => (await entries())[0]?.state === 'failed')
    expect((await entries())[0]?.reason).not.toBeNull()
    number.network.setWeather(number.device.number, { kind: 'calm' })
    const path = `/chats/${begun}/messages/${id}/retry`
    const again = await call<ChatEntry>('POST', path, { clientId: 'tried-again' })
    await until('it arrives', async () => (await entries()).at(-1)?.state === 'read')
    expect((await entries()).map((one) => one.id)).toEqual([id, again.id])
    const refused = await ask('POST', `/chats/${begun}/messages/${again.id}/retry`, {
      clientId: 'tried-once-more',
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'message_not_failed' } })
  })

  test('what leaves later is listed, changed, withdrawn and sent now', async () => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const first = await send({ text: 'Esok', sendAt })
    const second = await send({ text: 'Lusa', sendAt })
    expect(first).toMatchObject({ state: 'scheduled', sendAt, text: 'Esok' })
    const path = `/chats/${chatId}/scheduled/${first.id}`
    expect(await call('PUT', path, { text: 'Esok pagi' })).toMatchObject({ text: 'Esok pagi' })
    await call('DELETE', `/chats/${chatId}/scheduled/${second.id}`)
    expect((await opened()).scheduled.map(({ id }) => id)).toEqual([first.id])
    await call('PUT', path, { sendAt: null })
    await isRead(first.id)
    expect((await opened()).scheduled).toEqual([])
    expect(number.heard(NURUL)).not.toContain('Lusa')
    expect(await ask('PUT', path, { sendAt: null })).toMatchObject({ status: 409 })
  })

  test('what was scheduled is held when the person writes', async () => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await send({ text: 'Masih berminat?', sendAt })
    await hears('Saya sudah beli')
    await until('it is held', async () => {
      return (await opened()).scheduled.find((one) => one.id === id)?.state === 'held'
    })
    await call('PUT', `/chats/${chatId}/scheduled/${id}`, { sendAt: null })
    await isRead(id)
  })

  test('somebody who opted out is answered only after their own question', async () => {
    await hears('STOP')
    await until('it is blocked', async () => (await opened()).block?.code === 'opted_out')
    const refused = await ask('POST', `/chats/${chatId}/messages`, {
      clientId: 'opted-out-1',
      text: 'Kenapa?',
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'chat_opted_out' } })
    await hears('Di mana kedai?')
    await until('it may be answered', async () => (await opened()).block === null)
    const answer = await send({ text: 'Di Bangi' })
    await isRead(answer.id)
    const events = (await opened()).entries.map(({ event }) => event?.kind)
    expect(events).toContain('answered_after_opt_out')
    const { items } = await call<{ items: { id: string }[] }>('GET', '/opt-outs')
    const trail = await call<{ change: string }[]>('GET', `/opt-outs/${items[0]?.id}/changes`)
    expect(trail.map(({ change }) => change)).toEqual(['answered', 'out'])
    await hears('STOP')
    await until('it is blocked', async () => (await opened()).block?.code === 'opted_out')
  })

  test('a chat is begun with somebody on the network alone', async () => {
    const deviceId = number.device.id
    const { id } = await call<{ id: string }>('POST', '/chats', {
      deviceId,
      phoneNumber: '60123456715',
    })
    const again = await call<{ id: string }>('POST', '/chats', {
      deviceId,
      phoneNumber: '+60 12-345 6715',
    })
    expect(again.id).toBe(id)
    await call('POST', `/chats/${id}/messages`, { clientId: 'first-word', text: 'Salam' })
    await until('it arrives', () => number.heard('60123456715').includes('Salam'))
  })

  test('a voice note says how long it is and plays as one', async () => {
    const form = new FormData()
    form.set('clientId', 'voice-note')
    form.set('isVoice', 'true')
    form.set('file', new File([new Uint8Array(voiceNote())], 'note.ogg', { type: 'audio/ogg' }))
    const voice = await startedChat('60123456717')
    const sent = await call<ChatEntry>('POST', `/chats/${voice}/messages`, form)
    expect(sent).toMatchObject({ kind: 'audio', file: { isVoice: true } })
    await until('it arrives', () => received('60123456717').some(({ kind }) => kind === 'audio'))
  })

  const received = (contact: string) =>
    number.network.messages(number.device.number, contact, { limit: 10 })

  async function startedChat(phoneNumber: string): Promise<string> {
    const body = { deviceId: number.device.id, phoneNumber }
    return (await call<{ id: string }>('POST', '/chats', body)).id
  }

  test('the cap of a number holds new chats, and no answer', async () => {
    const pace = { warmUp: null, timeZone: 'UTC' }
    const path = `/whatsapp/devices/${number.device.id}/pace`
    const { today } = await call<{ today: { used: number } }>('GET', path)
    await call('PUT', path, { ...pace, cap: today.used })
    const begun = await startedChat('60123456716')
    const held = await call<Opened>('GET', `/chats/${begun}`)
    expect(held.block).toMatchObject({ code: 'new_chats_held', isKept: true })
    await call('POST', `/chats/${begun}/messages`, { clientId: 'held-word', text: 'Salam' })
    await hears('START')
    await until('they are back', async () => (await opened()).block === null)
    const answer = await send({ text: 'Baik' })
    await isRead(answer.id)
    expect(number.heard('60123456716')).toEqual([])
    await call('PUT', path, { ...pace, cap: today.used + 1 })
    await until('it leaves', () => number.heard('60123456716').includes('Salam'))
    expect(await call('GET', path)).toMatchObject({ today: { used: today.used + 1 } })
  })

  test('what the network limits leaves once it does not any more', async () => {
    const path = `/whatsapp/devices/${number.device.id}/pace`
    await call('PUT', path, { warmUp: null, timeZone: 'UTC', cap: null })
    const begun = await startedChat('60123456718')
    number.network.setWeather(number.device.number, { kind: 'limited' })
    const body = { clientId: 'limited-word', text: 'Salam' }
    const sent = await call<ChatEntry>('POST', `/chats/${begun}/messages`, body)
    const limited = () => call<Opened>('GET', `/chats/${begun}`)
    const answer = await send({ text: 'Masih di sini' })
    await isRead(answer.id)
    expect((await limited()).entries).toMatchObject([{ id: sent.id, state: 'pending' }])
    number.network.setWeather(number.device.number, { kind: 'calm' })
    await until('it leaves', () => number.heard('60123456718').includes('Salam'))
    expect(number.heard('60123456718')).toEqual(['Salam'])
  })

  test('what is written while the number is away leaves when it is back', async () => {
    const browser = await openBrowser(number.app.url, number.session)
    browser.socket.emit('whatsapp_disconnect_request', number.device.id)
    await until('it is away', async () => (await opened()).block?.code === 'number_away')
    const kept = await send({ text: 'Sebentar lagi' })
    expect(kept.state).toBe('pending')
    const withdrawn = await send({ text: 'Tersilap' })
    await call('DELETE', `/chats/${chatId}/messages/${withdrawn.id}`)
    expect((await opened()).chat.preview).toBe('Sebentar lagi')
    browser.socket.emit('whatsapp_reconnect_request', number.device.id)
    await isRead(kept.id)
    expect((await opened()).block).toBeNull()
    expect(number.heard(NURUL)).not.toContain('Tersilap')
    browser.close()
  })

  test('erasing a person leaves no earlier wording of what we wrote', async () => {
    const erased = await startedChat('60123456719')
    const entries = async () => (await call<Opened>('GET', `/chats/${erased}`)).entries
    const { id } = await call<ChatEntry>('POST', `/chats/${erased}/messages`, {
      ...{ clientId: 'to-be-erased', text: 'Rahsia' },
    })
    await until('it is read', async () => (await entries())[0]?.state === 'read')
    await call('PUT', `/chats/${erased}/messages/${id}/text`, { text: 'Bukan rahsia' })
    await until('it is edited', async () => (await entries())[0]?.text === 'Bukan rahsia')
    await call('DELETE', `/chats/${erased}/person`)
    expect((await entries())[0]?.text).toBe('')
    expect(await call('GET', `/chats/${erased}/entries/${id}/wordings`)).toEqual([])
  })
})
