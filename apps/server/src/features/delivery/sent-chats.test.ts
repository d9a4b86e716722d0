import { expect, test } from 'vitest'
import { createSentChats } from './sent-chats.ts'

test('caches messages that just left, and batches other lookups', async () => {
  const asked: string[][] = []
  const chats = createSentChats({
    async chatsOf(deviceId, ids) {
      asked.push([deviceId, ...ids])
      return new Map(ids.filter((id) => id !== 'strange').map((id) => [id, `stored ${id}`]))
    },
  })
  chats.remember({ deviceId: 'd1', messageId: 'm1', jid: 'j1' })

  expect([...(await chats.of('d1', ['m1']))]).toEqual([['m1', 'j1']])
  expect(asked).toEqual([])

  const both = chats.of('d1', ['m1', 'm2', 'strange'])
  const older = chats.of('d1', ['m3'])
  expect(await both).toEqual(
    new Map([
      ['m1', 'j1'],
      ['m2', 'stored m2'],
    ]),
  )
  expect(await older).toEqual(new Map([['m3', 'stored m3']]))
  expect(await chats.of('d2', ['m1'])).toEqual(new Map([['m1', 'stored m1']]))
  expect(asked).toEqual([
    ['d1', 'm2', 'strange', 'm3'],
    ['d2', 'm1'],
  ])
})
