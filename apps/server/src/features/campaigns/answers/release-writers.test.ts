import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newMessageId } from '../../../platform/ids.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { STRANGERS, startLimitedNumber } from '../../../testing/limited-number.ts'
import type { PossibleAnswer } from './hear-answer.ts'
import { releaseHeldWriters } from './release-writers.ts'

const [REFUSED, WAITING, OTHER] = STRANGERS

describe.each(engines)('a held person who writes, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function heldThree() {
    const number = await startLimitedNumber(db)
    const { world, workspaceId, deviceId, held, campaignTo, becomes, connect, people } = number
    const id = await campaignTo(STRANGERS)
    connect()
    await becomes(id, { held: 3, queued: 0, sending: 0 })
    const told: string[] = []
    async function writes(
      from: Partial<PossibleAnswer> & { readonly senderNumber: string | null },
    ) {
      const events = { changed: ({ campaignId }: { campaignId: string }) => told.push(campaignId) }
      const onFault = (_device: string, error: unknown) => {
        throw error
      }
      const message: PossibleAnswer = {
        deviceId,
        messageId: newMessageId(),
        fromMe: false,
        chat: 'individual',
        chatLid: null,
        sentAt: number.clock.now(),
        ...from,
      }
      const deps = { db, held, events, wake: connect, onFault }
      const release = await releaseHeldWriters(deps, workspaceId, message)
      for (const name of [from.senderNumber, from.chatLid]) if (name) world.heard.set(name, 'them')
      release?.()
      return release !== null
    }
    const states = async () =>
      new Map((await people(id)).map(({ phone_number, state }) => [phone_number, state]))
    return { ...number, id, writes, states, told }
  }

  test('gets the message, also after a refusal; others stay held', async () => {
    const { id, world, friends, writes, states, told, becomes } = await heldThree()
    world.tried = []
    for (const senderNumber of [WAITING, REFUSED]) {
      friends.add(senderNumber)
      expect(await writes({ senderNumber })).toBe(true)
    }
    await becomes(id, { held: 1, sent: 2, queued: 0, sending: 0 })
    expect(new Set(world.tried)).toEqual(new Set([WAITING, REFUSED]))
    expect((await states()).get(OTHER)).toBe('held')
    expect(told).toEqual([id, id])
  })

  test('is found by their LID without a number', async () => {
    const { id, friends, writes, becomes } = await heldThree()
    const lid = '77001@lid'
    await db
      .updateTable('recipients')
      .set({ jid: lid })
      .where('campaign_id', '=', id)
      .where('phone_number', '=', WAITING)
      .execute()
    friends.add('77001')
    expect(await writes({ senderNumber: null, chatLid: lid })).toBe(true)
    await becomes(id, { held: 2, sent: 1 })
  })

  test('is held again after another refusal', async () => {
    const { clock, world, writes, states } = await heldThree()
    world.tried = []
    expect(await writes({ senderNumber: WAITING })).toBe(true)
    await until('they were tried, and wait', async () => {
      clock.advance(1000)
      return world.tried.length === 1 && (await states()).get(WAITING) === 'held'
    })
  })

  test('stays held in a cancelled campaign, and for messages of groups or the own phone', async () => {
    const { id, deviceId, held, writes } = await heldThree()
    expect(await writes({ senderNumber: WAITING, fromMe: true })).toBe(false)
    expect(await writes({ senderNumber: WAITING, chat: 'group' })).toBe(false)
    expect(await writes({ senderNumber: '60129999999' })).toBe(false)
    const ids = await db
      .selectFrom('recipients')
      .select('id')
      .where('campaign_id', '=', id)
      .execute()
    const writers = { campaignId: id, ids: ids.map((row) => row.id) }
    expect(await held.releaseWriters('another', writers)).toBe(0)
    await db.updateTable('campaigns').set({ cancelled_at: 5 }).where('id', '=', id).execute()
    expect(await held.releaseWriters(deviceId, writers)).toBe(0)
  })
})
