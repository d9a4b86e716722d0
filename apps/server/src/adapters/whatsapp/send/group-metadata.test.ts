import { EventEmitter } from 'node:events'
import type { GroupMetadata, WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { createGroupMetadata } from './group-metadata.ts'

const GROUP = '120363000000000001@g.us'

function setUp() {
  const asked: string[] = []
  let isAway = false
  const ev = new EventEmitter()
  const groups = createGroupMetadata(() => ({
    async groupMetadata(jid) {
      asked.push(jid)
      if (isAway) throw new Error('no answer')
      return { id: jid } as GroupMetadata
    },
  }))
  const ws = new EventEmitter()
  groups.watch({ ev, ws } as unknown as WASocket)
  return {
    groups,
    asked,
    ev,
    ws,
    away: (value: boolean) => {
      isAway = value
    },
  }
}

test('a group is asked for once, however many messages leave at once', async () => {
  const { groups, asked } = setUp()
  await Promise.all([groups.cached(GROUP), groups.cached(GROUP)])
  await groups.cached(GROUP)
  expect(asked).toEqual([GROUP])
})

test.each([
  ['group-participants.update', { id: GROUP, participants: [], action: 'add' }],
  ['groups.update', [{ id: GROUP, subject: 'New' }]],
])('after %s it is asked for again', async (event, change) => {
  const { groups, asked, ev } = setUp()
  await groups.cached(GROUP)
  ev.emit(event, change)
  await groups.cached(GROUP)
  expect(asked).toEqual([GROUP, GROUP])
})

test('after any other news of it, too, such as a new timer', async () => {
  const { groups, asked, ws } = setUp()
  await groups.cached(GROUP)
  ws.emit('CB:notification,type:w:gp2', { tag: 'notification', attrs: { from: GROUP } })
  await groups.cached(GROUP)
  expect(asked).toEqual([GROUP, GROUP])
})

test('an answer that did not come is not remembered', async () => {
  const { groups, asked, away } = setUp()
  away(true)
  await expect(groups.cached(GROUP)).rejects.toThrow('no answer')
  away(false)
  expect(await groups.cached(GROUP)).toEqual({ id: GROUP })
  expect(asked).toHaveLength(2)
})

test('the groups of long ago are forgotten', async () => {
  const { groups, asked } = setUp()
  for (let n = 0; n <= 500; n++) await groups.cached(`${n}@g.us`)
  await groups.cached('500@g.us')
  expect(asked).toHaveLength(501)
  await groups.cached('0@g.us')
  expect(asked).toHaveLength(502)
})
