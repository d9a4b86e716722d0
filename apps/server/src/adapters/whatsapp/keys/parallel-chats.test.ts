import type { WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { allowParallelChats, currentChat } from './parallel-chats.ts'

const ME = '60111111111:3@s.whatsapp.net'

/** The driver's parts that are one at a time; its transactions are noted by their keys. */
function setUp() {
  const keys: string[] = []
  const socket = {
    messageMutex: { mutex: () => Promise.reject(new Error('one at a time')) },
    authState: {
      creds: { me: { id: ME } },
      keys: {
        async transaction<T>(work: () => Promise<T>, key: string): Promise<T> {
          keys.push(key)
          return work()
        },
      },
    },
  }
  const driver = socket as unknown as Pick<WASocket, 'messageMutex' | 'authState'>
  allowParallelChats(driver)
  return { ...driver, keys }
}

test('so many messages are taken in at once, and another when one of them is done', async () => {
  const { messageMutex } = setUp()
  const begun: number[] = []
  const gates = Array.from({ length: 34 }, () => Promise.withResolvers<void>())
  const all = gates.map(({ promise }, n) =>
    messageMutex.mutex(async () => {
      begun.push(n)
      await promise
    }),
  )
  await new Promise((next) => setImmediate(next))
  expect(begun).toHaveLength(32)
  gates[5]?.resolve()
  await all[5]
  await new Promise((next) => setImmediate(next))
  expect(begun).toHaveLength(33)
  for (const { resolve } of gates) resolve()
  await Promise.all(all)
})

test('what fails to be taken in frees its place and tells its caller', async () => {
  const { messageMutex } = setUp()
  const failing = Array.from({ length: 20 }, () =>
    messageMutex.mutex(() => Promise.reject(new Error('unreadable'))),
  )
  const ended = await Promise.allSettled(failing)
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await messageMutex.mutex(async () => 'read')).toBe('read')
})

test('messages to several chats leave side by side, those to one chat in turn', async () => {
  const { authState, keys } = setUp()
  const { transaction } = authState.keys
  await currentChat.run('a', () => transaction(async () => {}, ME))
  await currentChat.run('b', () => transaction(async () => {}, ME))
  await currentChat.run('a', () => transaction(async () => {}, ME))
  await currentChat.run('a', () => transaction(async () => {}, 'a session'))
  await transaction(async () => {}, ME)
  expect(keys).toEqual([`${ME} a`, `${ME} b`, `${ME} a`, 'a session', ME])
})
