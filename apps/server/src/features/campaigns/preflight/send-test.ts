import type { SentTest, TestForm } from '@kirim/contract/campaign-preflight'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import { newId } from '../../../platform/ids.ts'
import { type AttachedMedia, createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { type Campaign, FALLBACK_TIME_ZONE } from '../campaign/stored-campaign.ts'
import type {
  CampaignMediaLibrary,
  FieldKeysOf,
  LedgerDeps,
  NetworkNames,
} from '../campaigns.ports.ts'
import { editedOf } from '../estimate/estimate-campaign.ts'
import type { LiveState } from '../progress/campaign-progress.ts'
import { chooseMedia } from '../save/save-campaign.ts'
import { composeMessages, markSound, type Reader } from '../send/compose-message.ts'
import type { TestOutgoing } from './preflight.ports.ts'

export interface SendTestDeps extends Pick<LedgerDeps, 'db' | 'devices' | 'groups'> {
  readonly tests: TestOutgoing
  readonly media: CampaignMediaLibrary
  readonly networkNames: NetworkNames
  readonly fieldKeysOf: FieldKeysOf
  readonly connectionOf: LiveState['connectionOf']
  /** Over the node that has the device. Throws when that one does not answer. */
  handOverTest(deviceId: string, originId: string): Promise<HandOverKind>
  readonly clock: Clock
}

type HandOverKind = Awaited<ReturnType<TestOutgoing['handOverAll']>>['kind']

/**
 * Sends what one person would get to the device's own number. It is no message of a campaign:
 * nothing counts it, and nobody who opted out is written to. Throws `device_not_found`,
 * `campaign_not_found`, `test_number_away`, `test_person_gone`, `test_empty`, `test_not_sent`,
 * `media_not_found`, `campaign_media_both` and the refusals of an upload.
 */
export async function sendTest(
  deps: SendTestDeps,
  workspaceId: string,
  deviceId: string,
  form: TestForm,
  file: UploadedFile | null,
): Promise<SentTest> {
  const edited = await editedOf(deps, workspaceId, deviceId, form.campaignId)
  const device = await deviceOf(deps, deviceId)
  if (deps.connectionOf(deviceId) !== 'connected') throw new DomainError('test_number_away')
  const reader = await readerOf(deps, workspaceId, form.phoneNumber, edited)
  const before = edited
    ? await createCampaignsRepository(deps.db, deps.devices).mediaOf(edited.id)
    : []
  const media = (await chooseMedia(deps, workspaceId, form, file, before)) ?? []
  try {
    return await send(deps, { workspaceId, deviceId, device, reader, media, form, edited })
  } finally {
    // A message that waits for an answer keeps its file.
    if (file) await deps.media.releaseUnused(media.map(({ mediaId }) => mediaId))
  }
}

interface Test {
  readonly workspaceId: string
  readonly deviceId: string
  readonly device: { readonly name: string; readonly number: string }
  readonly reader: Reader
  readonly media: readonly AttachedMedia[]
  readonly form: TestForm
  readonly edited: Campaign | null
}

async function send(deps: SendTestDeps, test: Test): Promise<SentTest> {
  const { workspaceId, deviceId, device, reader, form } = test
  const now = deps.clock.now()
  const wording = {
    ...form,
    variants: [],
    timeZone: form.timeZone ?? test.edited?.timeZone ?? FALLBACK_TIME_ZONE,
    deviceName: device.name,
  }
  const waName = await deps.networkNames.find(workspaceId, form.phoneNumber)
  const fieldKeys = await deps.fieldKeysOf(workspaceId)
  const media = await markSound(deps.media, workspaceId, test.media)
  const messages = composeMessages(wording, media, reader, waName, now, fieldKeys)
  if (messages.length === 0) throw new DomainError('test_empty')
  const originId = newId()
  const planned = messages.map((message, part) => ({
    ...message,
    deviceId,
    workspaceId,
    origin: 'test' as const,
    originId,
    part,
    jid: `${device.number}@s.whatsapp.net`,
    presence: null,
    presenceSeconds: 0 as const,
  }))
  await deps.db
    .transaction()
    .execute((tx) => deps.tests.storeMessages(tx, planned, { leaveAtOnce: false }))
  const kind = await deps.handOverTest(deviceId, originId).catch(async (error: unknown) => {
    await giveUp(deps.tests, deviceId, originId)
    throw error
  })
  if (kind === 'failed') throw new DomainError('test_not_sent')
  return {
    phoneNumber: device.number,
    at: new Date(now).toISOString(),
    state: kind === 'taken' ? 'sent' : 'unanswered',
  }
}

/** Fails the messages that could not be sent; the owner sees an error and can try again. */
export async function handOverTest(
  tests: TestOutgoing,
  deviceId: string,
  originId: string,
): Promise<HandOverKind> {
  const { kind } = await tests
    .handOverAll('test', originId)
    .catch(() => ({ kind: 'failed' as const }))
  if (kind === 'failed') await giveUp(tests, deviceId, originId)
  return kind
}

async function giveUp(tests: TestOutgoing, deviceId: string, originId: string): Promise<void> {
  const left = await tests.pendingOf('test', originId)
  await tests.record(
    deviceId,
    left.map(({ messageId }) => ({ messageId, status: 'failed', reason: 'given_up' })),
  )
}

async function deviceOf({ db, devices }: SendTestDeps, deviceId: string) {
  const device = await db
    .selectFrom(devices.rows.as('device'))
    .select(['name', 'number'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!device) throw new DomainError('device_not_found')
  return device
}

/** A person of the owner's lists, or of the campaign being edited. Throws `test_person_gone`. */
async function readerOf(
  deps: Pick<SendTestDeps, 'db' | 'groups'>,
  workspaceId: string,
  phoneNumber: string,
  edited: Campaign | null,
): Promise<Reader> {
  const { db, groups } = deps
  const person =
    (await db
      .selectFrom(groups.people.as('person'))
      .select(['person.name', 'person.fields'])
      .where('person.user_id', '=', workspaceId)
      .where('person.phone_number', '=', phoneNumber)
      .limit(1)
      .executeTakeFirst()) ??
    (edited && (await inLedger(db, edited.id, phoneNumber)))
  if (!person) throw new DomainError('test_person_gone')
  // The id that draws the wording is that of the preview.
  return { ...person, id: `${edited?.id ?? ''}:${phoneNumber}`, variant: null }
}

function inLedger(db: Db, campaignId: string, phoneNumber: string) {
  return db
    .selectFrom('recipients')
    .select(['name', 'fields'])
    .where('campaign_id', '=', campaignId)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
}

/** A test this late would only surprise. */
const TOO_LATE_MS = 10 * 60_000

const ATTEMPTS_MAX = 3

/**
 * Settles the tests that a crash or a lost connection has left open on a device: one that may have
 * left is sent again with the same id, which arrives once; an old one is given up.
 */
export async function settleTests(
  { tests, clock }: { readonly tests: TestOutgoing; readonly clock: Clock },
  deviceId: string,
): Promise<void> {
  for (const test of await tests.pendingOn(deviceId, 'test')) {
    const isLate = !test.mayHaveLeft && clock.now() - test.createdAt > TOO_LATE_MS
    if (isLate || test.attempts >= ATTEMPTS_MAX) {
      const { messageId } = test
      await tests.record(deviceId, [{ messageId, status: 'failed', reason: 'given_up' }])
    } else {
      await tests.handOverAll('test', test.originId)
    }
  }
}
