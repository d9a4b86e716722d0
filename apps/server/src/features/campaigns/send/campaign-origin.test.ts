import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../testing/engines.ts'
import { plainOutgoing } from '../../../testing/plain-outgoing.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createCampaignOrigin } from './campaign-origin.ts'

/** Before a message without an answer is sent again. */
const REST_MS = 2000

test('a media host that cannot be reached uses up no attempt of a person', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(() => close())
  const userId = await seedUser(db)
  const deviceId = await seedDevice(db, userId)
  const clock = createFakeClock()
  let isLost = true
  const room: ReturnType<typeof plainOutgoing> = plainOutgoing(db, {
    clock,
    sender: {
      resolve: async () => null,
      send: async () => {
        if (isLost) return { kind: 'unknown' }
        throw new Error('no media host')
      },
    },
    origins: () => {
      const campaign = createCampaignOrigin({ db, outgoing: room, clock })
      return { campaign, chatbot: campaign, opt_out: campaign, test: campaign, call: campaign }
    },
  })
  const planned = {
    deviceId,
    userId,
    origin: 'campaign',
    originId: 'person',
    part: 0,
    messageId: 'message',
    jid: '60131000001@s.whatsapp.net',
    text: 'hello',
    mediaId: null,
    presence: null,
    presenceSeconds: 0,
  } as const
  await db.transaction().execute((tx) => room.writeDown(tx, [planned], { leaveAtOnce: true }))

  expect(await room.handOverAll('campaign', 'person')).toEqual({ kind: 'unanswered' })
  isLost = false
  clock.advance(REST_MS)
  await expect(room.handOverAll('campaign', 'person')).rejects.toThrow('no media host')
  expect(await room.attemptsOf('campaign', 'person')).toBe(1)
})
