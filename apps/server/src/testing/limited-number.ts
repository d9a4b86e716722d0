import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { onTestFinished } from 'vitest'
import { freezePeople } from '../features/campaigns/audience/freeze-people.ts'
import { createFreezesRepository } from '../features/campaigns/audience/freezes.repository.ts'
import { createCampaignsRepository } from '../features/campaigns/campaign/campaigns.repository.ts'
import {
  createCampaignOrigin,
  isCampaignOff,
} from '../features/campaigns/recipients/campaign-origin.ts'
import { createNumberChecksRepository } from '../features/campaigns/recipients/number-checks.repository.ts'
import { createDispatcher } from '../features/campaigns/send/dispatcher.ts'
import { createHeldPeopleRepository } from '../features/campaigns/send/held-people.repository.ts'
import { createLedgerRepository } from '../features/campaigns/send/ledger.repository.ts'
import { liveSending, type Runner } from '../features/campaigns/send/sending.ts'
import type { SendOutcome } from '../features/delivery/delivery.ports.ts'
import { createNetworkNames } from '../features/messages/network-names.repository.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from './campaign-row.ts'
import { ledgerRooms } from './ledger-rooms.ts'
import { NOTHING_ELSEWHERE } from './nothing-elsewhere.ts'
import { seedGroup } from './seed-group.ts'
import { seedDevice, seedUser } from './seed-user.ts'

export const STRANGERS = ['60123000001', '60123000002', '60123000003'] as const
/** Has written to the number. */
export const KNOWN = '60123000004'

/** It has no caption: the text leaves before it, as a message of its own. */
const SOUND = {
  originalName: 'song.ogg',
  fileName: 'song.ogg',
  filePath: 'song.ogg',
  fileType: 'audio/ogg',
  fileSize: 1,
  createdAt: '2026-01-15T04:00:00.000Z',
}

/** A number on a network that refuses whom it does not know, and a dispatcher of its campaigns. */
export async function startLimitedNumber(db: Db) {
  const clock = createFakeClock()
  const world = {
    limited: true,
    /** The network answers nothing. */
    silent: false,
    tried: [] as string[],
    sent: [] as string[],
    resolved: [] as string[],
    heard: new Map<string, 'them' | 'only_us'>([[KNOWN, 'them']]),
    /** What the network calls people by, beside what was typed. */
    called: new Map<string, readonly string[]>(),
    optedOut: new Set<string>(),
    /** What happens before the network answers a try. */
    meanwhile: async (_messageId: string): Promise<void> => {},
  }
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const friends = new Set([KNOWN])
  const rooms = ledgerRooms(db, {
    clock,
    checks: [isCampaignOff],
    personChecks: [
      async ({ person }) => (world.optedOut.has(person?.phoneNumber ?? '') ? 'opted_out' : null),
    ],
    library: {
      find: async (_user, ids) => ids.map(() => SOUND),
      localPath: async (fileName) => fileName,
    },
    origins: (outgoing) => {
      const campaign = createCampaignOrigin({ db, outgoing, clock })
      return { campaign, chatbot: campaign, opt_out: campaign, test: campaign, call: campaign }
    },
    sender: {
      async resolve(_device, number) {
        world.resolved.push(number)
        return `${number}@s.whatsapp.net`
      },
      async send(_device, { jid, messageId }, lastWord): Promise<SendOutcome> {
        const [number = ''] = jid.split('@')
        const refusal = await lastWord(null)
        if (refusal) return { kind: 'withdrawn', refusal }
        world.tried.push(number)
        await world.meanwhile(messageId)
        if (world.silent) return { kind: 'unknown' }
        if (world.limited && !friends.has(number)) return { kind: 'limited' }
        world.sent.push(`${number} ${messageId}`)
        return { kind: 'accepted' }
      },
    },
  })
  const campaigns = createCampaignsRepository(db, rooms.devices)
  const held = createHeldPeopleRepository(db, {
    ...rooms,
    heardIn: async () => world.heard,
    calledByNetwork: async () => world.called,
  })
  const runners = new Map<string, Runner>()
  const startDispatcher = () =>
    createDispatcher({
      wakeElsewhere: () => {},
      runners,
      elsewhere: NOTHING_ELSEWHERE,
      campaigns,
      held,
      ledger: createLedgerRepository(db, rooms),
      networkNames: createNetworkNames(db, rooms.devices),
      checks: createNumberChecksRepository(db),
      learnResolved: async () => {},
      outgoing: rooms.outgoing,
      fieldKeysOf: async () => [],
      media: { find: async (_user, ids) => ids.map((id) => ({ ...SOUND, _id: id })) },
      events: { changed: () => {}, stop: async () => {} },
      clock,
      random: () => 0,
      requeueFromOffline: async () => 0,
      onLimit: () => {},
      onFault: () => {},
    })
  let dispatcher = startDispatcher()
  const stop = async () => {
    const stopped = dispatcher.part.stop()
    clock.advance(60_000)
    await stopped
  }
  onTestFinished(stop)
  async function soundOf(workspaceId: string): Promise<string> {
    const id = newId()
    const { originalName: original_name, fileType: file_type } = SOUND
    const file = { original_name, file_name: id, file_type, file_size: 1 } as const
    const row = {
      id,
      user_id: workspaceId,
      ...file,
      in_library: 1,
      cleaned: 1,
      created_at: 0,
    } as const
    await db.insertInto('media').values(row).execute()
    return id
  }

  /** To these people, or to those of another campaign; sound makes it two messages a person. */
  async function campaignTo(
    people: readonly string[] | string,
    { withSound = false }: { readonly withSound?: boolean } = {},
  ): Promise<string> {
    const id = newId()
    const from =
      typeof people === 'string'
        ? { campaignId: people }
        : { groupId: await seedGroup(db, workspaceId, id, [...people]) }
    const media = withSound ? [{ mediaId: await soundOf(workspaceId), uploaded: false }] : []
    await campaigns.insert(
      { id, workspaceId, deviceId, now: clock.now() },
      CAMPAIGN_SETTINGS,
      media,
    )
    await createFreezesRepository(db, rooms.groups).request(id, from)
    await freezePeople({ db, ...rooms }, id)
    dispatcher.wake(deviceId)
    return id
  }
  const counts = async (id: string) => {
    const campaign = await campaigns.findById(id)
    const {
      queued = 0,
      held: waiting = 0,
      sending = 0,
      sent = 0,
      failed = 0,
    } = campaign?.counts ?? {}
    return { queued, held: waiting, sending, sent, failed }
  }
  /** Lets time pass, gap by gap, until the counts are these. */
  async function becomes(
    id: string,
    expected: Partial<Awaited<ReturnType<typeof counts>>>,
    gap = 1000,
  ) {
    await until(`it is ${JSON.stringify(expected)}`, async () => {
      clock.advance(gap)
      const now = await counts(id)
      return Object.entries(expected).every(([state, n]) => now[state as keyof typeof now] === n)
    })
  }
  return {
    clock,
    world,
    rooms,
    held,
    friends,
    workspaceId,
    deviceId,
    campaignTo,
    counts,
    becomes,
    connect: () => dispatcher.connected(deviceId),
    async restart() {
      await stop()
      dispatcher = startDispatcher()
      dispatcher.connected(deviceId)
    },
    waitsForHost: (id: string) => liveSending(runners, NOTHING_ELSEWHERE).waitsForHost(id),
    limitedUntil: () => rooms.devices.limitedUntil(deviceId),
    people: (id: string) =>
      db
        .selectFrom('recipients')
        .select(['phone_number', 'state', 'reason', 'reason_params'])
        .where('campaign_id', '=', id)
        .orderBy('position')
        .execute(),
  }
}
