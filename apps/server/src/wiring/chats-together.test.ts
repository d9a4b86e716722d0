import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { ChatLabel } from '@kirim/contract/chat-labels'
import type { ChatMention } from '@kirim/contract/chat-mentions'
import { type ChatSettings, PAUSED_FOR_GOOD } from '@kirim/contract/chat-settings'
import type { Chat } from '@kirim/contract/chats'
import type { HandOver } from '@kirim/contract/hand-over'
import type { ChatPresence } from '@kirim/contract/realtime'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../testing/engines.ts'
import { joinWorkspace } from '../testing/join-workspace.ts'
import { type LinkedNumber, startLinkedNumber } from '../testing/linked-number.ts'
import type { Caller } from '../testing/test-app.ts'
import { openBrowser } from '../testing/test-browser.ts'

interface Opened {
  readonly chat: Chat
  readonly entries: readonly ChatEntry[]
}
type Call = <T>(method: string, path: string, body?: object) => Promise<T>
interface Member {
  readonly id: string
  readonly token: string
  readonly call: Call
  /** The code of the refusal. */
  refused(method: string, path: string, body?: object): Promise<string | undefined>
}

describe.each(journeyEngines)('people who share chats, on %s', (engine) => {
  let number: LinkedNumber
  let siti: Member
  let farid: Member
  /** Sees own chats only. */
  let aina: Member
  let serial = 0

  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    const { app, session } = number
    const db = app.openDatabase()
    siti = memberOf(session._id, session.token, (method, path, options) =>
      app.call(method, path, { token: session.token, ...options }),
    )
    const join = async (name: string, sees: 'all' | 'chats') => {
      const person = await app.newUser(name)
      const access = { role: 'agent', sees } as const
      const caller = await joinWorkspace(app, db, session._id, person, access)
      return memberOf(person._id, person.token, caller)
    }
    farid = await join('Farid', 'all')
    aina = await join('Aina', 'chats')
    const { deviceId } = { deviceId: number.device.id }
    await siti.call('PUT', `/ai-chatbot/devices/${deviceId}/status`, { isEnabled: true })
  })
  afterAll(() => number?.stop())

  function memberOf(id: string, token: string, caller: Caller): Member {
    const ask = (method: string, path: string, body?: object) =>
      caller(method, path, body ? { body } : {})
    return {
      id,
      token,
      async call<T>(method: string, path: string, body?: object) {
        const answer = await ask(method, path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
        return answer.body as T
      },
      async refused(method, path, body) {
        return ((await ask(method, path, body)).body as { code?: string }).code
      },
    }
  }

  const rules = (change: Partial<ChatSettings['rules']>) =>
    siti.call<ChatSettings>('PUT', '/chats/settings', change)
  const contactOf = () => `6012345${String(++serial).padStart(4, '0')}`
  const hear = (contact: string, text: string) =>
    number.network.sendAsContact(number.device.number, contact, { message: { conversation: text } })
  const find = async (contact: string) => {
    const { chats } = await siti.call<{ chats: Chat[] }>('GET', '/chats?view=all')
    return chats.find(({ phoneNumber }) => phoneNumber === contact)
  }
  /** A chat of somebody who has written. */
  async function newChat(contact = contactOf()): Promise<Chat> {
    await hear(contact, 'Hai')
    await until('the chat is there', async () => (await find(contact)) !== undefined)
    return (await find(contact)) as Chat
  }
  const opened = (id: string) => siti.call<Opened>('GET', `/chats/${id}`)
  const chatOf = async (id: string) => (await opened(id)).chat
  const events = async (id: string) =>
    (await opened(id)).entries.flatMap(({ event }) => (event ? [event] : []))
  const say = (who: Member, id: string, text = 'Ya') =>
    who.call<ChatEntry>('POST', `/chats/${id}/messages`, { clientId: `client-${++serial}`, text })
  const saying = () => ({ clientId: `client-${++serial}`, text: 'Ya' })

  test('rules change one by one, by owners and managers', async () => {
    expect(await farid.refused('PUT', '/chats/settings', { assigneeOnly: true })).toBe('forbidden')
    await rules({ waitsAfterMinutes: 30 })
    await rules({ botPause: '1h' })
    const { id } = number.device
    await siti.call('PUT', `/chats/settings/numbers/${id}`, { newChats: 'in_turn' })
    expect(await aina.call('GET', '/chats/settings')).toMatchObject({
      rules: { waitsAfterMinutes: 30, botPause: '1h', newChats: 'by_hand' },
      numbers: [{ deviceId: id, newChats: 'in_turn' }],
    })
    await siti.call('PUT', `/chats/settings/numbers/${id}`, { newChats: null })
    expect(await aina.call('GET', '/chats/settings')).toMatchObject({ numbers: [] })
    await rules({ botPause: '4h' })
  })

  test('a chat of nobody is taken by whoever answers, where the rules say so', async () => {
    const byHand = await newChat()
    await say(farid, byHand.id)
    expect((await chatOf(byHand.id)).assignedTo).toBeNull()
    await rules({ newChats: 'who_answers' })
    const chat = await newChat()
    await say(farid, chat.id)
    await say(siti, chat.id)
    expect((await chatOf(chat.id)).assignedTo).toBe(farid.id)
    const taken = (await events(chat.id)).filter(({ kind }) => kind === 'assigned')
    expect(taken).toEqual([{ kind: 'assigned', params: { personId: farid.id, how: 'answered' } }])
    await rules({ newChats: 'by_hand' })
  })

  test('only the assignee may write, where the rules say so', async () => {
    const chat = await newChat()
    await siti.call('PUT', `/chats/${chat.id}/assignee`, { personId: farid.id })
    await rules({ assigneeOnly: true })
    const path = `/chats/${chat.id}/messages`
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await farid.call<ChatEntry>('POST', path, { ...saying(), sendAt })
    const scheduled = `/chats/${chat.id}/scheduled/${later.id}`
    const refusals = [
      await siti.refused('POST', path, saying()),
      await siti.refused('PUT', scheduled, { text: 'Tidak' }),
      await siti.refused('DELETE', scheduled),
    ]
    expect(new Set(refusals)).toEqual(new Set(['assignee_only']))
    expect(await farid.refused('PUT', scheduled, { text: ' ' })).toBe('message_empty')
    await farid.call('DELETE', scheduled)
    await say(farid, chat.id)
    await siti.call('PUT', `/chats/${chat.id}/assignee`, { personId: null })
    await say(siti, chat.id)
    await rules({ assigneeOnly: false })
  })

  test('chats that begin to wait go in turn to those who are there, fewest first', async () => {
    const [one, other] = await Promise.all([
      openBrowser(
        number.app.url,
        { ...number.session, _id: farid.id, token: farid.token },
        number.session._id,
      ),
      openBrowser(
        number.app.url,
        { ...number.session, _id: aina.id, token: aina.token },
        number.session._id,
      ),
    ])
    await rules({ newChats: 'in_turn' })
    const given = new Map<string, number>()
    for (const chat of [await newChat(), await newChat(), await newChat(), await newChat()]) {
      await until('it is given', async () => (await chatOf(chat.id)).assignedTo !== null)
      const { assignedTo } = await chatOf(chat.id)
      given.set(assignedTo ?? '', (given.get(assignedTo ?? '') ?? 0) + 1)
    }
    const people = [...given.keys()]
    expect(people.every((id) => [farid.id, aina.id].includes(id))).toBe(true)
    await rules({ newChats: 'by_hand' })
    one.close()
    other.close()
  })

  test('somebody who sees own chats loses sight of what is given to another', async () => {
    const chat = await newChat()
    const session = { ...number.session, _id: aina.id, token: aina.token }
    const browser = await openBrowser(number.app.url, session, number.session._id)
    const present = browser.next<ChatPresence>('chat_presence_changed')
    browser.socket.emit('chat_opened', { chatId: chat.id, isWriting: false })
    expect((await present).people).toMatchObject([{ id: aina.id, name: 'Aina' }])
    const gone = browser.next('chat_gone')
    await siti.call('PUT', `/chats/${chat.id}/assignee`, { personId: farid.id })
    expect(await gone).toEqual({ id: chat.id })
    expect(await aina.refused('GET', `/chats/${chat.id}`)).toBe('chat_not_found')
    browser.close()
  })

  test('those who have a chat open see who else does, and who writes', async () => {
    const chat = await newChat()
    const open = (who: Member) =>
      openBrowser(
        number.app.url,
        { ...number.session, _id: who.id, token: who.token },
        number.session._id,
      )
    const [one, other] = [await open(siti), await open(farid)]
    const both = one.next<ChatPresence>(
      'chat_presence_changed',
      ({ people }) => people.length === 2,
    )
    one.socket.emit('chat_opened', { chatId: chat.id, isWriting: false })
    other.socket.emit('chat_opened', { chatId: chat.id, isWriting: true })
    const writing = (await both).people.filter(({ isWriting }) => isWriting)
    expect(writing.map(({ name }) => name)).toEqual(['Farid'])
    const alone = one.next<ChatPresence>(
      'chat_presence_changed',
      ({ people }) => people.length === 1,
    )
    other.close()
    expect((await alone).people).toMatchObject([{ id: siti.id }])
    one.close()
  })

  test('a note tells those it names who see the chat, until they have seen it', async () => {
    const chat = await newChat()
    await siti.call('PUT', `/chats/${chat.id}/assignee`, { personId: siti.id })
    const session = { ...number.session, _id: farid.id, token: farid.token }
    const browser = await openBrowser(number.app.url, session, number.session._id)
    const told = browser.next('chat_mentioned')
    const note = await siti.call<ChatEntry>('POST', `/chats/${chat.id}/notes`, {
      text: '@Farid @Aina tolong semak',
      mentions: [farid.id, aina.id, siti.id, 'nobody'],
    })
    expect(await told).toEqual({ chatId: chat.id, entryId: note.id, by: siti.id })
    const [mention] = await farid.call<ChatMention[]>('GET', '/chats/mentions')
    expect([mention?.chat.id, mention?.entry.text]).toEqual([chat.id, note.text])
    expect(await aina.call('GET', '/chats/mentions')).toEqual([])
    expect(await siti.call('GET', '/chats/mentions')).toEqual([])
    await farid.call('POST', `/chats/${chat.id}/mentions/seen`)
    expect(await farid.call('GET', '/chats/mentions')).toEqual([])
    expect(number.heard(chat.phoneNumber)).toEqual([])
    browser.close()
  })

  test('labels are put on chats, which they filter', async () => {
    const body = { name: 'Pembekal', colour: 'teal' }
    const label = await siti.call<ChatLabel>('POST', '/chats/labels', body)
    const again = { name: 'PEMBEKAL', colour: 'rose' }
    expect(await siti.refused('POST', '/chats/labels', again)).toBe('chat_label_name_taken')
    expect(await farid.refused('POST', '/chats/labels', again)).toBe('forbidden')
    const chat = await newChat()
    const path = `/chats/${chat.id}/labels/${label.id}`
    expect((await farid.call<Chat>('PUT', path)).labelIds).toEqual([label.id])
    await farid.call('PUT', path)
    const filtered = await siti.call<{ chats: Chat[] }>(
      'GET',
      `/chats?view=all&labelId=${label.id}`,
    )
    expect(filtered.chats.map(({ id }) => id)).toEqual([chat.id])
    await farid.call('DELETE', path)
    const kinds = (await events(chat.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['labelled', 'unlabelled'])
    expect(await siti.refused('PUT', `/chats/${chat.id}/labels/unknown`)).toBe(
      'chat_label_not_found',
    )
  })

  async function addItem(keyword: string, handOver?: HandOver): Promise<void> {
    const fields = { name: keyword, keywords: [keyword], captionAi: `Jawapan ${keyword}` }
    const body = { ...fields, ...(handOver && { handOver: JSON.stringify(handOver) }) }
    await siti.call('POST', `/ai-chatbot/${number.device.id}/campaigns`, body)
  }
  const answered = (contact: string, text: string) =>
    until(`'${text}' is heard`, () => number.heard(contact).includes(text))

  test('a word of a person silences the chatbot in the chat, until somebody resumes it', async () => {
    await addItem('harga')
    const chat = await newChat()
    const { phoneNumber } = chat
    await say(farid, chat.id)
    expect((await chatOf(chat.id)).chatbotPausedUntil).not.toBeNull()
    await hear(phoneNumber, 'harga?')
    await until('it waits', async () => (await chatOf(chat.id)).queue === 'unanswered')
    const resumed = await farid.call<Chat>('DELETE', `/chats/${chat.id}/chatbot-pause`)
    expect(resumed.chatbotPausedUntil).toBeNull()
    await hear(phoneNumber, 'harga sekarang?')
    await answered(phoneNumber, 'Jawapan harga')
    expect(number.heard(phoneNumber)).toEqual(['Ya', 'Jawapan harga'])
    const kinds = (await events(chat.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['chatbot_paused', 'chatbot_resumed'])
  })

  test('an item hands the chat over, which waits for people from then on', async () => {
    const label = await siti.call<ChatLabel>('POST', '/chats/labels', {
      name: 'Aduan',
      colour: 'rose',
    })
    await addItem('aduan', { personId: farid.id, labelId: label.id, note: 'Tanya nombor pesanan' })
    const chat = await newChat()
    const { phoneNumber } = chat
    await rules({ botPause: 'off' })
    await hear(phoneNumber, 'aduan')
    await answered(phoneNumber, 'Jawapan aduan')
    await until('it is given', async () => (await chatOf(chat.id)).assignedTo === farid.id)
    expect(await chatOf(chat.id)).toMatchObject({
      queue: 'unanswered',
      labelIds: [label.id],
      chatbotPausedUntil: PAUSED_FOR_GOOD,
    })
    const { entries } = await opened(chat.id)
    expect(entries.slice(-2)).toMatchObject([
      { event: { kind: 'handed_over', params: { item: 'aduan', label: 'Aduan' } } },
      { type: 'note', text: 'Tanya nombor pesanan', author: null },
    ])
    expect(number.heard(phoneNumber)).toEqual(['Jawapan aduan'])
    await rules({ botPause: '4h' })
  })
  test('chats of somebody who is removed go back to nobody, which open pages hear', async () => {
    const chat = await newChat()
    const browser = await openBrowser(number.app.url, number.session)
    const isGivenTo = (personId: string | null) =>
      browser.next<Chat>(
        'chat_changed',
        ({ id, assignedTo }) => id === chat.id && assignedTo === personId,
      )
    const given = isGivenTo(aina.id)
    await siti.call('PUT', `/chats/${chat.id}/assignee`, { personId: aina.id })
    await given
    const back = isGivenTo(null)
    await siti.call('DELETE', `/team/people/${aina.id}`)
    await back
    browser.close()
  })
})
