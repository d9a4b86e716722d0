import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { journeyEngines } from '../../testing/engines.ts'

const SITI = '60131000001'

describe.each(journeyEngines)('messages without words, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'Be kind.', isDefault: true, useAi: true })
    room.ai.write = async () => 'I see.'
  })
  afterEach(() => room.close())

  test('AI gets the kind of a message without text', async () => {
    for (const kind of ['image', 'audio', 'other'] as const) {
      room.clock.advance(1000)
      await room.hear(SITI, '', { kind })
      await room.settled()
    }
    room.clock.advance(1000)
    await room.hear(SITI, 'How much is it?', { kind: 'video' })
    await room.settled()
    expect(room.ai.asked.map(({ message }) => message)).toEqual([
      '[picture]',
      '[voice message]',
      '[message without text]',
      '[video] How much is it?',
    ])
    expect(room.ai.asked.at(-1)?.history).toEqual([
      { from: 'contact', text: '[picture]' },
      { from: 'us', text: 'I see.' },
      { from: 'contact', text: '[voice message]' },
      { from: 'us', text: 'I see.' },
      { from: 'contact', text: '[message without text]' },
      { from: 'us', text: 'I see.' },
    ])
  })
})
