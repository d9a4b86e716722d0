import type { PersonRefusal, Refusal } from '@kirim/contract/outgoing'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { onTestFinished } from 'vitest'
import type {
  Follow,
  Move,
  OutgoingFacts,
  OutgoingMessage,
  PlannedMessage,
  SendOutcome,
  StoredMessage,
} from '../features/delivery/delivery.ports.ts'
import type { Db } from '../platform/database/database.ts'
import { type Engine, freshDatabase } from './engines.ts'
import { plainOutgoing } from './plain-outgoing.ts'
import { plannedMessage } from './planned-message.ts'
import { seedDevice, seedUser } from './seed-user.ts'

/** Between the tries of a message that outlasts outages. */
export const RESTS_MS = [2_000, 15_000, 120_000, 600_000] as const
/** Of one that somebody waits for. */
export const LONGEST_OF_REPLY_MS = 120_000

/** Controlled by the test. */
interface World {
  refusal: Refusal | null
  personRefusals: (PersonRefusal | null)[]
  /** Whether the network asks once more before it encrypts. */
  hasLastWord: boolean
  asked: string[]
  askedOf: string[]
  sent: OutgoingMessage[]
  outcome: () => Promise<SendOutcome>
  filesAreAway: boolean
  files: {
    fileName: string
    fileType: string
    originalName: string
    facts?: OutgoingFacts
  }[]
  /** Batches of moves as an origin receives them. */
  followed: string[][]
  follow: (moves: readonly Move[]) => Promise<void>
  note: Follow
  moved: string[]
  holders: Map<string, string>
  held: string[]
}

function createWorld(): World {
  return {
    refusal: null,
    personRefusals: [],
    hasLastWord: false,
    asked: [],
    askedOf: [],
    sent: [],
    outcome: async () => ({ kind: 'accepted' }),
    filesAreAway: false,
    files: [],
    followed: [],
    follow: async () => {},
    note: async () => {},
    moved: [],
    holders: new Map(),
    held: [],
  }
}

/** Outgoing messages on a real database, with clock, network and origins controlled by the test. */
export async function openOutgoingRoom(engine: Engine) {
  const { db, close } = await freshDatabase(engine)
  onTestFinished(close)
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const world = createWorld()
  const clock = createFakeClock()
  const room = openRoom(db, world, clock)

  async function written(
    given: Partial<PlannedMessage> & { leaveAtOnce?: boolean } = {},
  ): Promise<StoredMessage> {
    const { leaveAtOnce = false, ...more } = given
    const planned = plannedMessage({ deviceId, workspaceId, ...more })
    const [message] = await db
      .transaction()
      .execute((tx) => room.storeMessages(tx, [planned], { leaveAtOnce }))
    if (!message) throw new Error('nothing was written down')
    return message
  }

  return {
    ...{ db, workspaceId, deviceId, world, clock, room, written },
    rowOf: ({ messageId }: { messageId: string }) =>
      db
        .selectFrom('outgoing')
        .select(['state', 'reason', 'may_have_left', 'attempts'])
        .where('message_id', '=', messageId)
        .executeTakeFirstOrThrow(),
    async again({ messageId }: StoredMessage): Promise<StoredMessage> {
      const message = await room.find(deviceId, messageId)
      if (!message) throw new Error('it is gone')
      return message
    },
  }
}

function openRoom(db: Db, world: World, clock: ReturnType<typeof createFakeClock>) {
  const plain = {
    sendsTextWithoutMedia: true,
    outlastsOutages: true,
    waitsForNewChats: false,
    personOf: async () => null,
    async onMoves(_tx: Db, moves: readonly Move[]) {
      world.followed.push(moves.map(textOf))
      await world.follow(moves)
    },
  }
  return plainOutgoing(db, {
    clock,
    sender: {
      resolve: async () => null,
      async send(_device, message, lastWord, departure) {
        await departure?.moment()
        const refusal = world.hasLastWord ? await lastWord(null) : null
        if (refusal) return { kind: 'withdrawn', refusal }
        world.sent.push(message)
        return world.outcome()
      },
    },
    library: {
      find: async () => world.files,
      async localPath(name) {
        if (world.filesAreAway) throw new Error('storage away')
        return `/media/${name}`
      },
    },
    checks: [
      async ({ messageId }) => {
        world.asked.push(messageId)
        return world.refusal
      },
    ],
    personChecks: [
      async () => world.personRefusals.shift() ?? null,
      async ({ origin, person }) => {
        world.askedOf.push(`${origin} to ${person?.phoneNumber ?? 'nobody'}`)
        return world.personRefusals.shift() ?? null
      },
    ],
    origins: () => ({
      campaign: {
        ...plain,
        sendsTextWithoutMedia: false,
        waitsForNewChats: true,
        personOf: async ({ workspaceId }) => ({
          workspaceId,
          phoneNumber: '60123456701',
          lid: null,
        }),
        holds: {
          of: async () => world.holders,
          take: async (_tx, holder) => {
            world.held.push(holder)
          },
        },
      },
      chatbot: { ...plain, longestRestMs: LONGEST_OF_REPLY_MS },
      opt_out: plain,
      call: plain,
      test: { ...plain, sendsTextWithoutMedia: false, outlastsOutages: false },
    }),
    follow: [(tx, moves) => world.note(tx, moves)],
    onMoved: (moves) => world.moved.push(...moves.map(textOf)),
  })
}

function textOf({ message, from, to, reason }: Move): string {
  return `${message.text}: ${from} → ${to}${reason ? ` (${reason})` : ''}`
}
