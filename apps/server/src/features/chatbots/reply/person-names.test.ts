import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'

const FARAH = '60131000001'

describe.each(journeyEngines)('[wa_name] on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'Hai [wa_name].', keywords: ['harga'] })
  })
  afterEach(() => room.close())

  test('is the name of the message, else the last known name, else empty', async () => {
    await room.hear(FARAH, 'harga', { senderName: 'Farah R' })
    await until('one is answered', () => room.count().length === 1)
    room.network.names.set(FARAH, 'Farah')
    await room.hear(FARAH, 'harga')
    await until('two are answered', () => room.count().length === 2)
    await room.hear('60131000002', 'harga')
    await until('three are answered', () => room.count().length === 3)
    expect(room.count()).toEqual(['Hai Farah R.', 'Hai Farah.', 'Hai.'])
  })
})
