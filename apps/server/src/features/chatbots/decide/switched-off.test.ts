import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'

const SITI = '60131000001'

describe.each(journeyEngines)('a number that is switched off, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'Hi', keywords: ['hello'] })
    await room.item({ caption: 'RM4', keywords: ['price'] })
  })
  afterEach(() => room.close())

  test('does not answer, not even after it is switched on again', async () => {
    await room.switchOn(false)
    const unheard = await room.hear(SITI, 'hello')
    await room.settled()
    expect(await room.inbox(unheard)).toMatchObject({ state: 'silent', reason: 'number_off' })
    await room.switchOn(true)
    await room.hear(SITI, 'price')
    await room.settled()
    expect(room.count()).toEqual(['RM4'])
  })
})
