import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat } from '@kirim/contract/chats'
import type { ChatTyping } from '@kirim/contract/realtime'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../testing/engines.ts'
import { type LinkedNumber, linkOver, startLinkedNumber } from '../testing/linked-number.ts'
import type { Tenant } from '../testing/tenant.ts'
import { openBrowser } from '../testing/test-browser.ts'

const NURUL = '60123456714'
const MARKS_READ = { historyDays: 30, showsGroups: false, marksRead: true }

describe.each(journeyEngines)('chats and their phone on %s', (engine) => {
  let number: LinkedNumber
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
  })
  afterAll(() => number?.stop())

  const callAs =
    ({ token }: Pick<Tenant['session'], 'token'>) =>
    async (method: string, path: string, body?: object) => {
      const answer = await number.app.call(method, path, { token, body })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body
    }
  const chatsOf = async (call: ReturnType<typeof callAs>) =>
    ((await call('GET', '/chats?view=all')) as { chats: Chat[] }).chats
  const write = (text: string) =>
    number.network.sendAsContact(number.device.number, NURUL, { text })
  const readByUs = () =>
    number.network
      .messages(number.device.number, NURUL)
      .filter(({ direction }) => direction === 'from-contact')
      .map(({ status }) => status === 'read')

  test('older messages come when they are asked for, until there are none', async () => {
    const other = await number.app.newUser('Dua')
    const call = callAs(other)
    await linkOver(number.app, number.network, other, (phone) =>
      number.network.setWeather(phone, { kind: 'history', chats: 2, messages: 6, chunks: 1 }),
    )
    await until('the chats are there', async () => (await chatsOf(call)).length === 2)
    const [chat] = await chatsOf(call)
    const older = () => call('POST', `/chats/${chat?.id}/older`)
    const entries = async () =>
      ((await call('GET', `/chats/${chat?.id}/entries?limit=200`)) as { entries: ChatEntry[] })
        .entries
    expect(await older()).toEqual({ outcome: 'came' })
    const all = await entries()
    expect(all).toHaveLength(53)
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort())
    expect(all.at(-1)?.text).toMatch(/^Message 3 of 3/)
    expect(await older()).toEqual({ outcome: 'none' })
    expect(await chatsOf(call)).toMatchObject([{ unread: 0 }, { waitingSince: null }])
  })

  test('an answer marks as read for the person, reading here only where the number says so', async () => {
    const call = callAs(number.session)
    await write('One')
    await until('the chat is there', async () => (await chatsOf(call)).length === 1)
    const [chat] = await chatsOf(call)
    await call('POST', `/chats/${chat?.id}/read`)
    expect(readByUs()).toEqual([false])
    const answer = { clientId: 'browser-1', text: 'Yes?' }
    await call('POST', `/chats/${chat?.id}/messages`, answer)
    await until('the answer marks it', () => readByUs()[0] === true)
    await call('PUT', `/whatsapp/devices/${number.device.id}/chats`, MARKS_READ)
    await write('Two')
    await until('it is there', async () => (await chatsOf(call))[0]?.unread === 1)
    expect(readByUs()).toEqual([true, false])
    await call('POST', `/chats/${chat?.id}/read`)
    await until('reading marks it', () => readByUs()[1] === true)
  })

  test('what is read on the phone is read here, and still waits for an answer', async () => {
    const call = callAs(number.session)
    await write('Three')
    await until('it is unread', async () => (await chatsOf(call))[0]?.unread === 1)
    number.network.readOnPhone(number.device.number, NURUL)
    await until('it is read', async () => (await chatsOf(call))[0]?.unread === 0)
    expect(await chatsOf(call)).toMatchObject([{ queue: 'unanswered' }])
  })

  test('typing is told while somebody has the chat open, and shown where the number shows it', async () => {
    const call = callAs(number.session)
    const { device, network, app, session } = number
    await call('PUT', `/whatsapp/devices/${device.id}/manners`, {
      ...{ marksRead: false, showsOnline: true, rejectsCalls: false, callText: '' },
    })
    const [chat] = await chatsOf(call)
    const shown: string[] = []
    network.events.on(
      'presence',
      ({ contact, state }) => void (contact === NURUL && shown.push(state)),
    )
    const browser = await openBrowser(app.url, session)
    const typing = browser.next<ChatTyping>('chat_typing')
    browser.socket.emit('chat_opened', { chatId: chat?.id, isWriting: true })
    await until('it is shown', () => shown.includes('composing'))
    network.presenceAsContact(device.number, NURUL, 'recording')
    expect(await typing).toEqual({ chatId: chat?.id, typing: 'recording' })
    browser.socket.emit('chat_opened', null)
    await until('it is over', () => shown.includes('paused'))
    browser.close()
  })
})
