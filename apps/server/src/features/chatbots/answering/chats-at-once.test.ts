import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { plainInbox } from '../../../testing/plain-inbox.ts'

describe.each(journeyEngines)('many chats at once on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
  })
  afterEach(() => room.close())

  test('answers other chats while it types in some', async () => {
    const typed = { presenceDelayTime: 10, presenceDelayStatus: 'enable_typing' } as const
    await room.item({ caption: 'Slowly', keywords: ['slow'], ...typed })
    await room.item({ caption: 'At once', keywords: ['fast'] })
    for (let chat = 0; chat < 110; chat++) await room.hear(`6019000${1000 + chat}`, 'slow')
    await until('it types in all of them', () => room.network.presences.length === 110)
    await room.hear('60190009999', 'fast')
    await until('the other is answered', () => room.count().length === 1)
    expect(room.count()).toEqual(['At once'])
    room.clock.advance(10_000)
    await until('all are answered', () => room.count().length === 111)
  })

  test('answers messages that arrive meanwhile in their order', async () => {
    const typed = { presenceDelayTime: 10, presenceDelayStatus: 'enable_typing' } as const
    await room.item({ caption: 'Slowly', keywords: ['slow'], ...typed })
    await room.item({ caption: 'At once', keywords: ['fast'] })
    await room.hear('60190001000', 'fast')
    await room.settled()
    await room.hear('60190001000', 'slow')
    await until('it types', () => room.network.presences.length === 1)
    const later = Object.entries({ ID4: 'fast', ID3: 'fast', ID2: 'nothing', ID1: 'slow' })
    for (const [messageId, text] of later) await room.hear('60190001000', text, { messageId })
    for (const said of [4, 5]) {
      await until('it waits', () => room.clock.nextTimer() !== null)
      room.clock.advance(10_000)
      await until('it is answered', () => room.count().length === said)
    }
    await room.settled()
    expect(room.count()).toEqual(['At once', 'Slowly', 'At once', 'At once', 'Slowly'])
  })

  test('answers a message that another node stored and did not answer, when it is delivered again', async () => {
    await room.item({ caption: 'At once', keywords: ['fast'] })
    await room.hear('60190001000', 'fast')
    await room.settled()
    const inbox = plainInbox(room.db)
    const place = {
      chatJid: '60190001000@s.whatsapp.net',
      chatLid: null,
      chat: 'individual',
    } as const
    const named = { senderNumber: '60190001000', username: null, senderName: '' }
    const sender = { senderJid: place.chatJid, ...named }
    const said = { messageId: 'LATE', kind: 'text', text: 'fast', fromMe: false } as const
    const at = room.clock.now()
    await inbox.keep({ deviceId: room.deviceId, ...place, ...sender, ...said, sentAt: at }, at)
    await room.hear('60190001000', 'fast', { messageId: 'LATE' })
    await room.settled()
    expect(room.count()).toEqual(['At once', 'At once'])
    await room.hear('60190001000', 'fast', { messageId: 'LATE' })
    await room.hear('60190001001', 'fast')
    await until('the other is answered', () => room.count().length > 2)
    await room.settled()
    expect(room.count()).toHaveLength(3)
  })

  test('answers other chats while some wait for AI or an API', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let calls = 0
    room.ai.write = () => {
      calls += 1
      return promise
    }
    await room.item({ caption: 'Thinking', keywords: ['think'], useAi: true })
    await room.item({ caption: 'At once', keywords: ['fast'] })
    await room.item({ caption: 'Asked', keywords: ['ask'], apiRestDataStatus: 'enabled' })
    for (let chat = 0; chat < 110; chat++) await room.hear(`6019000${1000 + chat}`, 'think')
    await until('as many are asked as may be at once', () => calls === 100)
    await room.hear('60190009999', 'fast')
    await room.hear('60190009998', 'ask')
    await until('the others are answered', () => room.count().length === 2)
    expect(room.count().sort()).toEqual(['Asked', 'At once'])
    resolve('Thought')
    await until('all are answered', () => room.count().length === 112)
    expect(calls).toBe(110)
  })
})
