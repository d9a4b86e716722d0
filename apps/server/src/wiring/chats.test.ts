import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat, ChatCount } from '@kirim/contract/chats'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../testing/linked-number.ts'
import { openBrowser } from '../testing/test-browser.ts'

const NURUL = '60123456714'

interface Opened {
  readonly chat: Chat
  readonly entries: readonly ChatEntry[]
}

describe.each(journeyEngines)('chats on %s', (engine) => {
  let number: LinkedNumber
  let chatId = ''
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
  })
  afterAll(() => number?.stop())

  const call = async (method: string, path: string, body?: object) => {
    const answer = await number.app.call(method, path, { token: number.session.token, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const listed = async (view: string) =>
    ((await call('GET', `/chats?view=${view}`)) as { chats: Chat[] }).chats
  const opened = async () => (await call('GET', `/chats/${chatId}`)) as Opened
  const unanswered = async () => {
    const counts = (await call('GET', '/chats/counts')) as ChatCount[]
    return counts.reduce((sum, count) => sum + count.unanswered, 0)
  }
  const write = (text: string) =>
    number.network.sendAsContact(number.device.number, NURUL, { message: { conversation: text } })

  test('somebody writes and waits, until a person answers', async () => {
    await write('Ada tempat letak kereta?')
    await until('the chat waits', async () => (await unanswered()) === 1)
    const [chat] = await listed('unanswered')
    expect(chat).toMatchObject({ phoneNumber: NURUL, unread: 1, lastBy: 'person' })
    chatId = chat?.id ?? ''
    const message = { clientId: 'browser-1', text: 'Ada, di belakang.' }
    const sent = (await call('POST', `/chats/${chatId}/messages`, message)) as ChatEntry
    expect(sent).toMatchObject({ by: 'member', text: message.text, type: 'message' })
    const again = (await call('POST', `/chats/${chatId}/messages`, message)) as ChatEntry
    expect(again.id).toBe(sent.id)
    await until('it is read', async () => (await opened()).entries.at(-1)?.state === 'read')
    expect(number.heard(NURUL)).toEqual([message.text])
    expect(await unanswered()).toBe(0)
    expect((await opened()).entries.map(({ by, text }) => [by, text])).toEqual([
      ['person', 'Ada tempat letak kereta?'],
      ['member', message.text],
    ])
  })

  test('a closed case opens when the person writes, which the timeline says', async () => {
    await call('PUT', `/chats/${chatId}/closed`)
    expect(await listed('all')).toEqual([])
    expect(await listed('closed')).toMatchObject([{ id: chatId, queue: 'closed' }])
    await write('Satu lagi')
    await until('it waits', async () => (await unanswered()) === 1)
    const { entries } = await opened()
    expect(entries.flatMap(({ event }) => event?.kind ?? [])).toEqual(['closed', 'reopened'])
  })

  test('a case that is opened by hand waits as it did before it was closed', async () => {
    const [waiting] = await listed('unanswered')
    expect(waiting).toMatchObject({ queue: 'unanswered', unread: 1 })
    await call('PUT', `/chats/${chatId}/closed`)
    expect(await unanswered()).toBe(0)
    const { waitingSince } = (await call('DELETE', `/chats/${chatId}/closed`)) as Chat
    expect(waitingSince).toBe(waiting?.waitingSince)
    expect(await listed('unanswered')).toMatchObject([{ id: chatId, unread: 1 }])
  })

  test('a word that opts out waits for no answer', async () => {
    await call('PUT', `/chats/${chatId}/closed`)
    await write('STOP')
    await until('it is there', async () => (await opened()).entries.at(-1)?.text !== 'Satu lagi')
    expect((await opened()).chat).toMatchObject({ queue: 'closed', waitingSince: null })
    await write('MULA')
    await call('DELETE', `/chats/${chatId}/closed`)
  })

  test('a browser hears of a message and of the counts, with no list to fetch', async () => {
    const browser = await openBrowser(number.app.url, number.session)
    const counted = browser.next('chat_count_changed')
    const changed = browser.next<{ chatId: string; entries: ChatEntry[] }>(
      'chat_entries_changed',
      ({ entries }) => entries.at(-1)?.text === 'Hello?',
    )
    await write('Hello?')
    expect(await counted).toMatchObject({ unanswered: 1 })
    expect((await changed).entries.at(-1)).toMatchObject({ text: 'Hello?', by: 'person' })
    browser.close()
  })
  test('the chats of a number that is removed are closed', async () => {
    await call('DELETE', `/whatsapp/devices/${number.device.id}`)
    await until('it is closed', async () => (await listed('closed')).length === 1)
    expect(await listed('all')).toEqual([])
  })
})
