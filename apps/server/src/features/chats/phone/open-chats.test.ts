import { setImmediate } from 'node:timers/promises'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import type { ChatRow } from '../chats.ports.ts'
import { createOpenChats } from './open-chats.ts'

const CHAT = {
  id: 'c1',
  device_id: 'd1',
  kind: 'individual',
  jid: '1@lid',
  lid: '1@lid',
  number: '60123456714',
} as ChatRow

function openRoom({ isHere = true, showsTyping = true } = {}) {
  const clock = createFakeClock()
  const done: unknown[] = []
  const chats = createOpenChats({
    clock,
    network: {
      isOpen: () => isHere,
      watchTyping: async (...given) => void done.push(['watches', ...given]),
      showPresence: async (...given) => void done.push(['shows', ...given]),
    },
    chatOf: async () => CHAT,
    showsTyping: async () => showsTyping,
    tell: (_, typing) => void done.push(typing),
    onFault: (_, error) => void done.push(error),
  })
  const opened = async (...isWriting: boolean[]) => {
    chats.opened({ chatId: 'c1', people: isWriting.map((one) => ({ isWriting: one })) })
    await setImmediate()
    return done.splice(0)
  }
  const types = (jid: string) => {
    chats.typing('d1', jid, 'composing')
    return done.splice(0)
  }
  return { clock, opened, types }
}

const WATCHES = ['watches', 'd1', '1@lid']

test('the person is watched while the chat is open, by any of their addresses', async () => {
  const { clock, opened, types } = openRoom()
  expect(types('1@lid')).toEqual([])
  expect(await opened(false)).toEqual([WATCHES])
  const typing = { chatId: 'c1', typing: 'composing' }
  expect(types('1@lid')).toEqual([typing])
  expect(types('60123456714@s.whatsapp.net')).toEqual([typing])
  expect(types('2@lid')).toEqual([])
  await opened()
  expect(types('1@lid')).toEqual([])
  await opened(false)
  clock.advance(60_000)
  expect(types('1@lid')).toEqual([])
})

test('a member who writes is shown to the person, once', async () => {
  const { opened } = openRoom()
  expect(await opened(false, true)).toEqual([WATCHES, ['shows', 'd1', '1@lid', 'composing']])
  expect(await opened(true)).toEqual([WATCHES])
  expect(await opened(false)).toEqual([WATCHES, ['shows', 'd1', '1@lid', 'paused']])
  await opened(true)
  expect(await opened()).toEqual([['shows', 'd1', '1@lid', 'paused']])
})

test('nothing is shown of a number without manners, and nothing done for one elsewhere', async () => {
  expect(await openRoom({ showsTyping: false }).opened(true)).toEqual([WATCHES])
  expect(await openRoom({ isHere: false }).opened(true)).toEqual([])
})
