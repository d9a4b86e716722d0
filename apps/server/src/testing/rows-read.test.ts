import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMessageCountsRepository } from '../features/analytics/message-counts.repository.ts'
import { hearAnswer } from '../features/campaigns/answers/hear-answer.ts'
import { insertPage, pageEnd } from '../features/campaigns/audience/freeze-pages.ts'
import { createFreezesRepository } from '../features/campaigns/audience/freezes.repository.ts'
import { createUnreachedPeopleRepository } from '../features/campaigns/audience/unreached-people.repository.ts'
import { campaignIdsOf } from '../features/campaigns/campaign/campaign-facts.ts'
import type { Counts } from '../features/campaigns/campaign/stored-campaign.ts'
import { createLedgerPeopleRepository } from '../features/campaigns/ledger/ledger-people.repository.ts'
import { peopleInPages } from '../features/campaigns/preflight/people-pages.ts'
import { countAssignedTo } from '../features/campaigns/recipients/assigned-people.repository.ts'
import { lastMoments, personConditions } from '../features/campaigns/recipients/contact-history.ts'
import { createHeldPeopleRepository } from '../features/campaigns/send/held-people.repository.ts'
import { createLedgerRepository } from '../features/campaigns/send/ledger.repository.ts'
import { chatsWithReplies, unsettledReply } from '../features/chatbots/reply/replies.repository.ts'
import { createResponsesRepository } from '../features/chatbots/responses/responses.repository.ts'
import type { ContactOrder } from '../features/contacts/contact-lists.repository.ts'
import { createSegmentsRepository } from '../features/contacts/segments/segments.repository.ts'
import { createNetworkNames } from '../features/messages/network-names.repository.ts'
import { chatsToAnswer, messageToAnswer } from '../features/messages/open-messages.ts'
import type { Db } from '../platform/database/database.ts'
import { contactListsOn } from './contact-lists.ts'
import { freshDatabase } from './engines.ts'
import {
  COMMON_TAG,
  HALF,
  type LargeAccount,
  MANY,
  QUARTER_MS,
  RARE_TAG,
  seedLargeAccount,
} from './large-account.ts'
import { ledgerRooms } from './ledger-rooms.ts'
import { plainOutgoing } from './plain-outgoing.ts'
import { rowsRead } from './query-plans.ts'
import { seedGroup } from './seed-group.ts'
import { seeingAll, seeingNumbers } from './seeing.ts'

type Ask = (db: Db, account: LargeAccount) => Promise<unknown>

const ORDERS: Readonly<Record<string, ContactOrder>> = {
  'newest first': { by: 'createdAt', descending: true },
  'by name': { by: 'name', descending: false },
  'by number': { by: 'phoneNumber', descending: true },
}
const LIMIT = 10
/** Of quarters of an hour. */
const MONTH = 30 * 96
/** People of a group that is new. */
const LATE = 1000

const contacts =
  (groupId: boolean, texts: readonly string[], order: ContactOrder, after: string[] | null): Ask =>
  async (db, account) => {
    const lists = contactListsOn(db)
    const filter = { groupId: groupId ? account.groupId : null, texts }
    const narrowed = await lists.narrow(account.workspaceId, filter)
    return lists.list(account.workspaceId, narrowed, { order, after, limit: LIMIT })
  }
const tagged =
  (tagId: string): Ask =>
  async (db, { workspaceId }) => {
    const lists = contactListsOn(db)
    const narrowed = await lists.narrow(workspaceId, { groupId: null, texts: [], tagId })
    const order = { by: 'createdAt', descending: true } as const
    return lists.list(workspaceId, narrowed, { order, after: null, limit: LIMIT })
  }
/** As where numbers are hidden. */
const byNames =
  (names: 'words' | 'numbers', order: ContactOrder): Ask =>
  (db, { workspaceId }) =>
    contactListsOn(db).list(
      workspaceId,
      { groupId: null, texts: [], names },
      { order, after: null, limit: LIMIT },
    )
/** A step of a segment, with what campaigns know of each person. */
const segmentStep: Ask = (db, { workspaceId, campaignId }) =>
  createSegmentsRepository(db).matchSome(
    { db, workspaceId, deviceIds: null, now: 0, campaigns: personConditions },
    {
      match: 'all',
      conditions: [
        { about: 'tag', is: 'has', tagId: COMMON_TAG },
        { about: 'written', is: 'never', days: 30 },
        { about: 'campaign', is: 'not_in', campaignId },
      ],
    },
    'contact-010000',
    500,
  )
const responses =
  (texts: readonly string[], before: string | null): Ask =>
  async (db, { workspaceId, deviceId }) => {
    const found = createResponsesRepository(db)
    const filter = await found.narrow({ workspaceId, deviceId, texts })
    await found.list(filter, { before, limit: LIMIT })
    await found.count(filter)
  }
const people =
  (state: 'read' | null): Ask =>
  (db, { campaignId }) => {
    const filter = { campaignId, cancelledAt: null, state, answered: null, reason: null, typed: '' }
    return createLedgerPeopleRepository(db).list(filter, HALF / 2, LIMIT)
  }
/** The first 500 people of a group, as a check walks them. */
const checkedPage: Ask = async (db, { workspaceId, groupId, deviceId }) => {
  const { groups, devices } = ledgerRooms(db)
  const source = { groupId, notIn: 'campaign-1' }
  const deps = { db, groups, networkNames: createNetworkNames(db, devices) }
  await peopleInPages(deps, { workspaceId, deviceId }, source, 0).next()
}
/** Nobody of the source failed. */
const followUpStep: Ask = async (db, { campaignId }) => {
  const people = createFreezesRepository(db, ledgerRooms(db).groups)
  await people.request('campaign-2', { campaignId, outcome: 'failed' })
  const freeze = await db.selectFrom('freezes').selectAll().executeTakeFirstOrThrow()
  await db.deleteFrom('freezes').execute()
  await pageEnd(db, ledgerRooms(db).groups, freeze, 500)
}
/** 3,000 people of a group come into the ledger of a campaign. */
const freezeStep: Ask = async (db, { groupId }) => {
  await createFreezesRepository(db, ledgerRooms(db).groups).request('campaign-2', { groupId })
  const freeze = await db.selectFrom('freezes').selectAll().executeTakeFirstOrThrow()
  await db.deleteFrom('freezes').execute()
  const page = { ...freeze, after: 'contact-012000' }
  await insertPage(db, ledgerRooms(db).groups, page, 'contact-015000')
}
/** Half of a new group comes into the ledger. */
const newerPage: Ask = async (db, { groupId }) => {
  const rooms = ledgerRooms(db)
  await createFreezesRepository(db, rooms.groups).request('campaign-3', { groupId })
  const freeze = await db.selectFrom('freezes').selectAll().executeTakeFirstOrThrow()
  const upTo = await pageEnd(db, rooms.groups, freeze, LATE / 2)
  await insertPage(db, rooms.groups, freeze, upTo ?? '')
}
const ledger = (db: Db) => createLedgerRepository(db, ledgerRooms(db))

/** Deep in the list: a position in each order. */
const DEEP: Readonly<Record<ContactOrder['by'], string[]>> = {
  createdAt: ['contact-010000'],
  name: ['person 010000', 'contact-010000'],
  phoneNumber: ['60121010000'],
}

const NOBODY_YET: Counts = {
  ...{ queued: 0, held: 0, sending: 0, sent: 0 },
  ...{ delivered: 0, read: 0, failed: 0, skipped: 0 },
}

const NOBODY = { changed: () => {}, stop: async () => {} }

/** The maximum number of rows that each may read. */
const ASKED: readonly [string, number, Ask][] = [
  ['chats to answer', 20, (db, { deviceId }) => chatsToAnswer(db, deviceId)],
  ['chats with replies', 20, (db, { deviceId }) => chatsWithReplies(db, deviceId)],
  ['the message to answer', 3, (db, { deviceId }) => messageToAnswer(db, deviceId, 'chat')],
  ['the unsettled reply', 3, (db, { deviceId }) => unsettledReply(db, deviceId, 'chat')],
  [
    'pending on a number',
    4,
    (db, { deviceId }) => plainOutgoing(db).pendingOn(deviceId, 'chatbot'),
  ],
  ['pending of a person', 2, (db) => plainOutgoing(db).pendingOf('campaign', 'recipient-7')],
  [
    'how often a person was tried',
    2,
    (db) => plainOutgoing(db).attemptsOf('campaign', 'recipient-7'),
  ],
  ['who is next', 2, (db, { campaignId }) => ledger(db).next(campaignId)],
  [
    'a page of people whose turn is over',
    5 * LIMIT,
    (db, { campaignId, groupId }) =>
      createUnreachedPeopleRepository(db, ledgerRooms(db)).countUnreached(
        { campaignId, groupId },
        'failed',
      ),
  ],
  [
    'a page of those who failed',
    3000,
    (db, { campaignId }) =>
      createUnreachedPeopleRepository(db, ledgerRooms(db)).failedAfter(campaignId, 0),
  ],
  [
    'the strangers of the next people',
    3000,
    (db, { deviceId, campaignId }) =>
      createHeldPeopleRepository(db, {
        ...ledgerRooms(db),
        heardIn: async () => new Map(),
        calledByNetwork: async () => new Map(),
      }).nextKnown({ id: campaignId, deviceId }, 0, 0),
  ],
  [
    'whose answer a message is',
    300,
    (db, { workspaceId, deviceId }) =>
      hearAnswer({ db, events: NOBODY, outgoing: plainOutgoing(db) }, workspaceId, {
        deviceId,
        messageId: 'M',
        fromMe: false,
        chat: 'individual',
        chatLid: null,
        senderNumber: '60121000014',
        sentAt: MANY,
      }),
  ],
  [
    'whom the devices of a campaign have begun',
    10,
    async (db, { deviceId, campaignId }) => {
      const counts = { ...NOBODY_YET, held: 1 }
      const about = { id: campaignId, deviceId, counts, cancelledAt: null }
      await countAssignedTo(db, [
        { ...about, furtherDevices: ['another'] },
        { ...about, furtherDevices: [] },
      ])
    },
  ],
  ['a step of a follow-up to nobody', 1100, followUpStep],
  ['a page deep in a ledger', 2 * LIMIT, people(null)],
  ['a page of one state deep in a ledger', 2 * LIMIT, people('read')],
  [
    'the pace of a campaign',
    1000,
    (db, { campaignId }) => createLedgerPeopleRepository(db).sentSince(campaignId, 0),
  ],
  [
    'the messages of thirty days',
    2 * MONTH + LIMIT,
    (db, { workspaceId }) =>
      createMessageCountsRepository(db, campaignIdsOf).ofWorkspace(
        seeingAll(workspaceId),
        (MANY - MONTH) * QUARTER_MS,
      ),
  ],
  [
    'the messages of thirty days of one number',
    3 * MONTH + LIMIT,
    (db, { workspaceId, deviceId }) =>
      createMessageCountsRepository(db, campaignIdsOf).ofWorkspace(
        seeingNumbers(workspaceId, [deviceId]),
        (MANY - MONTH) * QUARTER_MS,
      ),
  ],
  [
    'the messages of a campaign',
    2 * (MANY / 100) + LIMIT,
    (db, { workspaceId, campaignId }) =>
      createMessageCountsRepository(db, campaignIdsOf).ofHolder(workspaceId, campaignId),
  ],
  ['a page of people to check', 12_000, checkedPage],
  ['contacts of a rare tag', 200, tagged(RARE_TAG)],
  ['contacts of a common tag', 2500, tagged(COMMON_TAG)],
  ['contacts with a name', 2 * LIMIT, byNames('words', { by: 'name', descending: false })],
  ['contacts without one', 5 * LIMIT, byNames('numbers', { by: 'createdAt', descending: true })],
  ['a step of a segment', 4000, segmentStep],
  [
    'when the contacts of a page were written to',
    5 * LIMIT,
    (db, { workspaceId }) =>
      lastMoments(
        db,
        seeingAll(workspaceId),
        Array.from({ length: LIMIT }, (_, n) => `60121${String(HALF + n).padStart(6, '0')}`),
      ),
  ],
  ['newest responses', 2 * LIMIT, responses([], null)],
  ['responses deep in the list', 2 * LIMIT, responses([], 'response-010000')],
  ['responses that hold a rare text', 100, responses(['nasi 17777'], null)],
  ...Object.entries(ORDERS).flatMap(([name, order]): [string, number, Ask][] => [
    [`contacts ${name}`, 2 * LIMIT, contacts(false, [], order, null)],
    [`contacts ${name}, deep in the list`, 2 * LIMIT, contacts(false, [], order, DEEP[order.by])],
    [`contacts ${name} with a rare text`, 100, contacts(false, ['person 17777'], order, null)],
    [
      `a large group ${name}`,
      order.by === 'createdAt' ? 10 * LIMIT : 3000,
      contacts(true, [], order, null),
    ],
    [
      `a large group ${name}, deep in the list`,
      order.by === 'createdAt' ? 10 * LIMIT : 3000,
      contacts(true, [], order, DEEP[order.by]),
    ],
  ]),
]

describe(`PostgreSQL, with ${MANY} rows of each kind`, () => {
  let db: Db
  let close: () => Promise<void>
  let account: LargeAccount
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase('PostgreSQL'))
    account = await seedLargeAccount(db)
  })
  afterAll(() => close())

  test.each(ASKED)('finds %s in at most %i rows', async (_what, most, ask) => {
    expect(await rowsRead(db, (asked) => ask(asked, account))).toBeLessThanOrEqual(most)
  })

  test('adds a page of a group to a campaign', async () => {
    const read = await db
      .transaction()
      .execute((tx) => rowsRead(tx, (asked) => freezeStep(asked, account)))
    expect(read).toBeLessThanOrEqual(12_000)
  })

  test('adds people to a campaign who are newer than what PostgreSQL knows of its tables', async () => {
    const late = Array.from({ length: LATE }, (_, n) => `6013${1_000_000 + n}`)
    const groupId = await seedGroup(db, account.workspaceId, 'Late', late)
    const read = await db
      .transaction()
      .execute((tx) => rowsRead(tx, (asked) => newerPage(asked, { ...account, groupId })))
    // The page for its end, and then with its people; parts of statements are read once more.
    expect(read).toBeLessThanOrEqual(8 * (LATE / 2))
  })
})
