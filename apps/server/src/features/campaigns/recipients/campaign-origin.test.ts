import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../testing/engines.ts'
import { plainOutgoing } from '../../../testing/plain-outgoing.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createCampaignOrigin } from './campaign-origin.ts'

/** Before a message without an answer is sent again. */
const REST_MS = 2000
const LONGEST_REST_MS = 3_600_000

const MESSAGE = {
  origin: 'campaign',
  originId: 'person',
  jid: '60131000001@s.whatsapp.net',
  text: 'hello',
  mediaId: null,
  presence: null,
  presenceSeconds: 0,
} as const

const FAILED = { state: 'failed', reason: 'unsettled_500' }

test('an unreachable media host counts as no attempt', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(() => close())
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const clock = createFakeClock()
  let isLost = true
  const room = plainOutgoing(db, {
    clock,
    sender: {
      resolve: async () => null,
      send: async () => {
        if (isLost) return { kind: 'unknown' }
        throw new Error('no media host')
      },
    },
    origins: (outgoing) => {
      const campaign = createCampaignOrigin({ db, outgoing, clock })
      return { campaign, chatbot: campaign, opt_out: campaign, test: campaign, call: campaign }
    },
  })
  const planned = { ...MESSAGE, deviceId, workspaceId, part: 0, messageId: 'message' }
  await db.transaction().execute((tx) => room.storeMessages(tx, [planned], { leaveAtOnce: true }))

  expect(await room.handOverAll('campaign', 'person')).toEqual({ kind: 'unanswered' })
  isLost = false
  clock.advance(REST_MS)
  await expect(room.handOverAll('campaign', 'person')).rejects.toThrow('no media host')
  expect(await room.attemptsOf('campaign', 'person')).toBe(1)
})

test("each message has its own attempts, and fails with the network's code", async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(() => close())
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const clock = createFakeClock()
  const room = plainOutgoing(db, {
    clock,
    sender: { resolve: async () => null, send: async () => ({ kind: 'unable', code: '500' }) },
  })
  const parts = [0, 1].map((part) => ({
    ...MESSAGE,
    deviceId,
    workspaceId,
    part,
    messageId: `M${part}`,
  }))
  await db.transaction().execute((tx) => room.storeMessages(tx, parts, { leaveAtOnce: true }))

  const attempts: number[] = []
  for (let tries = 0; (await room.pendingOf('campaign', 'person')).length > 0; tries++) {
    expect(tries).toBeLessThan(20)
    attempts.push(await room.attemptsOf('campaign', 'person'))
    await room.handOverAll('campaign', 'person')
    clock.advance(LONGEST_REST_MS)
  }
  expect(attempts).toEqual([0, 1, 2, 3, 4, 4, 4, 4, 4, 4])
  const rows = await db.selectFrom('outgoing').select(['state', 'reason']).execute()
  expect(rows).toEqual([FAILED, FAILED])
})
