import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { heardIn } from './heard-in.ts'

const [SITI, ALI, NOBODY] = ['60131000001', '60131000002', '60131000003']
const [HERS, HIS] = ['77@lid', '78@lid']

describe.each(engines)('with whom a device has a chat, on %s', (engine) => {
  let room: ChatRoom
  beforeAll(async () => {
    room = await openChatRoom(engine)
  })
  afterAll(() => room.close())

  test('is found by number and by LID, with who has written', async () => {
    const ask = () => heardIn(room.db, room.deviceId, [SITI, HERS, ALI, HIS, NOBODY, SITI])
    expect(await ask()).toEqual(new Map())
    await room.hear(ALI, 'On my way', { fromMe: true, chatLid: HIS })
    await room.hear(SITI, 'Hi', { chatJid: HERS, senderJid: HERS, senderNumber: null })
    await room.settled()
    expect(await ask()).toEqual(
      new Map([
        [HERS, 'them'],
        [ALI, 'only_us'],
        [HIS, 'only_us'],
      ]),
    )
    await room.hear(SITI, 'Hi again', { chatLid: HERS })
    await room.settled()
    expect((await ask()).get(SITI)).toBe('them')
    expect(await heardIn(room.db, 'another', [SITI, HERS])).toEqual(new Map())
    expect(await heardIn(room.db, room.deviceId, [])).toEqual(new Map())
  })

  test('uses the indexes of chats and LIDs', async () => {
    const plans = await queryPlans(room.db, (db) => heardIn(db, room.deviceId, [SITI]))
    const ofMessages = plans.filter((line) => /inbox/.test(line))
    expect(ofMessages.length).toBeGreaterThan(0)
    for (const line of ofMessages) expect(line).toMatch(/inbox_(chat|identity)/)
  })
})
