import type { Refusal } from '@kirim/contract/outgoing'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { NOTHING_ELSEWHERE } from '../../../testing/nothing-elsewhere.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { createCampaignOrigin } from '../recipients/campaign-origin.ts'
import { createNumberChecksRepository } from '../recipients/number-checks.repository.ts'
import { createDispatcher } from './dispatcher.ts'
import { createHeldPeopleRepository } from './held-people.repository.ts'
import { createLedgerRepository } from './ledger.repository.ts'
import { requeueFromOffline } from './requeue.ts'
import { liveSending, type Runner } from './sending.ts'

const FARAH = '60123456701'
const SETTINGS = { ...CAMPAIGN_SETTINGS, maxIntervalSeconds: 4 }

describe.each(engines)('sending a campaign on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  /** A campaign to one person, and a dispatcher on a clock and a network of the test's own. */
  async function started() {
    const clock = createFakeClock()
    const world = {
      refusals: [] as (Refusal | null)[],
      asked: 0,
      /** The people that checks were given. */
      people: [] as (string | null | undefined)[],
      isOptedOut: false,
      sent: [] as string[],
      answer: async (): Promise<{ kind: 'accepted' } | { kind: 'unknown'; lost?: boolean }> => ({
        kind: 'accepted',
      }),
    }
    const workspaceId = await seedUser(db)
    const deviceId = await seedDevice(db, workspaceId)
    const groupId = await seedGroup(db, workspaceId, 'All', [FARAH])
    const rooms = ledgerRooms(db, {
      clock,
      checks: [
        async ({ person }) => {
          world.asked += 1
          world.people.push(person?.phoneNumber)
          return world.refusals.shift() ?? null
        },
      ],
      personChecks: [async () => (world.isOptedOut ? 'opted_out' : null)],
      origins: (outgoing) => {
        const campaign = createCampaignOrigin({ db, outgoing, clock })
        return { campaign, chatbot: campaign, opt_out: campaign, test: campaign, call: campaign }
      },
      sender: {
        resolve: async (_device, number) => `${number}@s.whatsapp.net`,
        async send(_device, { messageId }, lastWord) {
          const refusal = await lastWord(null)
          if (refusal) return { kind: 'withdrawn', refusal }
          world.sent.push(messageId)
          return world.answer()
        },
      },
    })
    const campaigns = createCampaignsRepository(db, rooms.devices)
    const id = newId()
    await campaigns.insert({ id, workspaceId, deviceId, now: 0 }, SETTINGS, [])
    await createFreezesRepository(db, rooms.groups).request(id, { groupId })
    await freezePeople({ db, ...rooms }, id)
    const ledger = createLedgerRepository(db, rooms)
    const runners = new Map<string, Runner>()
    const dispatcher = createDispatcher({
      wakeElsewhere: () => {},
      runners,
      elsewhere: NOTHING_ELSEWHERE,
      campaigns,
      ledger,
      held: createHeldPeopleRepository(db, {
        ...rooms,
        heardIn: async () => new Map(),
        calledByNetwork: async () => new Map(),
      }),
      networkNames: { find: async () => null },
      checks: createNumberChecksRepository(db),
      learnResolved: async () => {},
      outgoing: rooms.outgoing,
      events: { changed: () => {}, stop: async () => {} },
      fieldKeysOf: async () => [],
      media: { find: async () => [] },
      clock,
      random: () => 0,
      requeueFromOffline: (campaignId, isHere) =>
        requeueFromOffline({ db, ...rooms }, campaignId, isHere),
      onLimit: () => {},
      onFault: () => {},
    })
    onTestFinished(async () => {
      const stopped = dispatcher.part.stop()
      clock.advance(60_000)
      await stopped
    })
    const person = () =>
      db
        .selectFrom('recipients')
        .select(['state', 'reason'])
        .where('campaign_id', '=', id)
        .executeTakeFirstOrThrow()
    const messages = () =>
      db
        .selectFrom('outgoing')
        .select(['state', 'reason'])
        .where('device_id', '=', deviceId)
        .execute()
    /** Another number of the campaign is away, and has left a message to the person unsent. */
    async function begunElsewhere(): Promise<void> {
      const away = await seedDevice(db, workspaceId, '60121111112')
      const messageId = newId()
      await db
        .updateTable('campaigns')
        .set({ further_devices: JSON.stringify([away]) })
        .where('id', '=', id)
        .execute()
      const campaign = await campaigns.findById(id)
      const next = await ledger.next(id)
      if (!campaign || !next) throw new Error('nobody')
      const jid = `${FARAH}@s.whatsapp.net`
      const message = { messageId, text: 'Hi', mediaId: null }
      await ledger.claim(next, { ...campaign, deviceId: away }, jid, [message], clock.now())
      await rooms.outgoing.mark({ deviceId: away, messageId }, false)
    }
    return {
      begunElsewhere,
      clock,
      world,
      person,
      messages,
      lacksMedia: () => liveSending(runners, NOTHING_ELSEWHERE).lacksMedia(id),
      connect: () => dispatcher.connected(deviceId),
      /** It has looked, and sleeps until its next look. */
      rests: () => until('the dispatcher rests', () => clock.nextTimer() !== null),
      becomes: (state: string) =>
        until(`the person is ${state}`, async () => (await person()).state === state),
    }
  }

  test('takes over people of an offline device if nothing may have been sent', async () => {
    const { begunElsewhere, world, connect, becomes } = await started()
    await begunElsewhere()
    await becomes('sending')
    connect()
    await becomes('sent')
    expect(world.sent).toHaveLength(1)
  })

  test('repeats a temporarily refused check after a delay', async () => {
    const { clock, world, person, connect, rests, becomes } = await started()
    world.refusals = ['campaign_off', 'campaign_off']
    connect()
    await rests()
    expect([world.asked, Number(clock.nextTimer()) - clock.now()]).toEqual([1, 5000])
    clock.advance(5000)
    await until('it asks again', () => world.asked === 2)
    await rests()
    expect((await person()).state).toBe('queued')
    clock.advance(5000)
    await becomes('sent')
    expect(world.sent).toHaveLength(1)
    expect(new Set(world.people)).toEqual(new Set([FARAH]))
  })

  test('checks again right before a message leaves', async () => {
    const { clock, world, person, connect, rests, becomes } = await started()
    world.refusals = [null, 'campaign_off', 'campaign_off']
    connect()
    await rests()
    expect([world.sent, (await person()).state]).toEqual([[], 'sending'])
    clock.advance(5000)
    await until('it asks a third time', () => world.asked === 3)
    await rests()
    expect(world.sent).toEqual([])
    clock.advance(5000)
    await becomes('sent')
    expect(world.sent).toHaveLength(1)
  })

  test('checks again when nothing could be sent: an opt-out meanwhile skips the person', async () => {
    const { clock, world, person, messages, connect, rests, becomes } = await started()
    world.answer = async () => {
      throw new Error('The file could not be uploaded.')
    }
    connect()
    await rests()
    expect(world.sent).toHaveLength(1)
    world.isOptedOut = true
    clock.advance(5000)
    await becomes('skipped')
    expect([world.sent.length, (await person()).reason]).toEqual([1, 'opted_out'])
    expect(await messages(), 'nothing of it stays').toEqual([])
  })

  test('reports an unreachable media storage and fails nobody', async () => {
    const { clock, world, person, lacksMedia, connect, rests } = await started()
    world.answer = async () => {
      if (world.sent.length < 8) throw new DomainError('media_storage_away')
      return { kind: 'accepted' }
    }
    connect()
    await rests()
    expect([lacksMedia(), (await person()).state]).toEqual([true, 'sending'])
    await until('it is sent', async () => {
      clock.advance(60_000)
      return (await person()).state === 'sent'
    })
    await rests()
    expect([lacksMedia(), world.sent.length]).toEqual([false, 8])
  })

  test('retries a possibly sent message with the same id, but not after an opt-out', async () => {
    const { clock, world, person, connect, rests, becomes } = await started()
    world.answer = async () => {
      world.isOptedOut = world.sent.length === 2
      return { kind: 'unknown' }
    }
    connect()
    for (const times of [1, 2]) {
      await until('it is tried', () => world.sent.length === times)
      await rests()
      clock.advance(5000)
    }
    await becomes('failed')
    expect([world.sent.length, new Set(world.sent).size]).toEqual([2, 1])
    expect((await person()).reason).toBe('opted_out_unsettled')
  })

  test('fails a person after five unanswered attempts', async () => {
    const { clock, world, person, messages, connect } = await started()
    world.answer = async () => ({ kind: 'unknown' })
    connect()
    await until('the person has failed', async () => {
      clock.advance(60_000)
      return (await person()).state === 'failed'
    })
    expect([world.sent.length, new Set(world.sent).size]).toEqual([5, 1])
    expect((await person()).reason).toBe('no_answer')
    expect(await messages()).toEqual([{ state: 'failed', reason: 'no_answer' }])
  })

  test('an outage counts as no attempt', async () => {
    const { clock, world, person, connect } = await started()
    world.answer = async () => {
      if (world.sent.length % 2) throw new Error('The device is not connected.')
      return { kind: 'unknown', lost: true }
    }
    connect()
    await until('it is tried often', () => {
      clock.advance(60_000)
      return world.sent.length > 7
    })
    expect((await person()).state).toBe('sending')
    world.answer = async () => ({ kind: 'accepted' })
    await until('it is sent', async () => {
      clock.advance(60_000)
      return (await person()).state === 'sent'
    })
    expect(new Set(world.sent).size).toBe(1)
  })

  test('skips opted-out people with the reason', async () => {
    const { world, person, connect, becomes } = await started()
    world.isOptedOut = true
    connect()
    await becomes('skipped')
    expect([world.sent, (await person()).reason]).toEqual([[], 'opted_out'])
  })
})
