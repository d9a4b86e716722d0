import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'

const FARAH = '60131000001'
const HOUR_MS = 3_600_000

describe.each(journeyEngines)('a presence on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({
      caption: 'RM4',
      keywords: ['harga'],
      presenceDelayTime: 2,
      presenceDelayStatus: 'enable_typing',
    })
  })
  afterEach(() => room.close())

  test('lasts its seconds, also when the clock is set back meanwhile', async () => {
    await room.hear(FARAH, 'harga')
    await until('it types', () => room.clock.nextTimer() !== null)
    expect(room.clock.nextTimer()).toBe(room.clock.now() + 2000)
    room.clock.setBack(HOUR_MS)
    room.clock.advance(2000)
    const shown = () => room.network.presences.map((told) => told.split(' ')[1])
    await until('it is over', () => shown().includes('paused'))
    expect(shown()).toEqual(['composing', 'paused'])
    expect(room.count()).toEqual(['RM4'])
  })
})
