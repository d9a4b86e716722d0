import { setImmediate } from 'node:timers/promises'
import type { ImportMapping, ImportResult } from '@kirim/contract/contact-import'
import type { Clock } from '../../platform/clock.ts'
import { chunks } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyedLock } from '../../platform/lock.ts'
import type { Log } from '../../platform/log.ts'
import type { QuotaReservation } from '../../platform/quota.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { ReserveQuota } from './contacts.ports.ts'
import type { ContactsRepository } from './contacts.repository.ts'
import type { EnsureDetails } from './details/ensure-details.ts'
import type { GroupsRepository } from './groups.repository.ts'
import { importSteps } from './import-steps.ts'
import type { SheetPeople, SheetPerson } from './spreadsheet/collect-people.ts'
import { requireSpreadsheet, type SheetReader } from './spreadsheet/sheet-reader.ts'

const PROGRESS_EVERY_MS = 100

export interface ImportDeps {
  readonly contacts: ContactsRepository
  readonly groups: GroupsRepository
  readonly reserve: ReserveQuota
  readonly sheets: SheetReader
  readonly ensureDetails: EnsureDetails
  /** By user: several at once would take half of the database's time. */
  readonly storeInTurn: KeyedLock
  readonly clock: Clock
  readonly realtime: Realtime
  readonly log: Log
}

export interface ImportChoice {
  readonly groupId: string
  /** Known people get the names of the file. */
  readonly takeNames: boolean
  /** What each column becomes; null finds the columns of numbers and names. */
  readonly mapping: ImportMapping | null
}

/**
 * Imports a file into a group [7.contacts.upload]. Known numbers are not duplicated, and keep their
 * names unless `takeNames` is set; values of the file replace those of the same fields, and tags
 * are added; unreadable rows are refused with their row number. With a mapping it may be a text.
 * Before anything is stored, throws what is wrong with the request or the file, or that the quota
 * does not allow all new contacts. Throws `import_interrupted` when it was stopped on the way; what
 * was stored stays.
 */
export async function importContacts(
  deps: ImportDeps,
  userId: string,
  given: UploadedFile | null,
  choice: ImportChoice,
): Promise<ImportResult> {
  const file = requireSpreadsheet(given)
  const { groupId, takeNames, mapping } = choice
  if (!groupId || groupId.toLowerCase() === 'all') throw new DomainError('no_group')
  await deps.groups.requireFilledByHand(userId, groupId)
  const how = { csv: mapping !== null, mapping, passOver: null }
  const sheet = await deps.sheets.people(userId, file, how)
  const room = await reserveFor(deps, userId, sheet.people)
  try {
    return await deps.storeInTurn(userId, async () =>
      describe(sheet, await store(deps, userId, sheet, { ...choice, room }), takeNames),
    )
  } finally {
    room.release()
    deps.realtime.toUser(userId, 'contacts_changed')
  }
}

/**
 * Reserves quota for everybody first, so that a file is imported completely or not at all. Throws
 * `quota_import`.
 */
async function reserveFor(
  deps: ImportDeps,
  userId: string,
  people: SheetPeople['people'],
): Promise<QuotaReservation> {
  try {
    return await deps.reserve(userId, people.length)
  } catch (error) {
    if (!isQuotaRefusal(error)) throw error
  }
  const added = people.length - (await countKnown(deps, userId, people))
  try {
    return await deps.reserve(userId, added)
  } catch (error) {
    if (!isQuotaRefusal(error)) throw error
    const { limit = 0, used = 0 } = error.params
    const room = Math.max(0, Number(limit) - Number(used)).toLocaleString('en')
    throw new DomainError('quota_import', {
      ...error.params,
      added: added.toLocaleString('en'),
      room,
    })
  }
}

function isQuotaRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'quota_contacts'
}

async function countKnown(
  deps: ImportDeps,
  userId: string,
  people: SheetPeople['people'],
): Promise<number> {
  let known = 0
  for (const some of chunks(people)) {
    known += await deps.contacts.countKnown(
      userId,
      some.map(({ phoneNumber }) => phoneNumber),
    )
    await setImmediate()
  }
  return known
}

/** Stores everybody in batches. Returns how many are new. */
async function store(
  deps: ImportDeps,
  userId: string,
  sheet: SheetPeople,
  { groupId, mapping, ...options }: ImportChoice & { room: QuotaReservation },
): Promise<number> {
  const named = { labels: labelsIn(mapping), tags: sheet.tags }
  const { keys, tagIds } = await deps.ensureDetails(userId, named, deps.clock.now())
  const total = sheet.rows
  const report = reporter(deps, userId, total)
  let done = total - sheet.people.length
  let added = 0
  report(done)
  for (const people of importSteps(sheet.people)) {
    try {
      const stored = people.map((person) => storedPerson(person, keys, tagIds))
      const now = deps.clock.now()
      added += (await deps.contacts.merge(userId, stored, groupId, now, options)).added
    } catch (err) {
      deps.log.warn({ err, done, total }, 'an import of contacts stopped')
      throw new DomainError('import_interrupted', { done, total })
    }
    done += people.length
    report(done)
    await setImmediate()
  }
  return added
}

function labelsIn(mapping: ImportMapping | null): string[] {
  return (mapping?.columns ?? []).flatMap((use) => (use.as === 'field' ? use.label : []))
}

function storedPerson(
  { name, phoneNumber, values = {}, tags = [] }: SheetPerson,
  keys: ReadonlyMap<string, string>,
  tagIds: ReadonlyMap<string, string>,
) {
  return {
    id: newId(),
    name,
    phoneNumber,
    values: Object.fromEntries(
      Object.entries(values).map(([label, value]) => [keys.get(label) ?? label, value]),
    ),
    tagIds: tags.flatMap((tag) => tagIds.get(tag) ?? []),
  }
}

/** Notifies the owner's browsers at most ten times per second, and once at the end. */
function reporter(deps: ImportDeps, userId: string, total: number) {
  let last = Number.NEGATIVE_INFINITY
  return (done: number) => {
    const now = deps.clock.now()
    if (done < total && now - last < PROGRESS_EVERY_MS) return
    last = now
    deps.realtime.toUser(userId, 'import_progress', { done, total })
  }
}

function describe(sheet: SheetPeople, added: number, namesTaken: boolean): ImportResult {
  const { refused } = sheet
  const known = sheet.people.length - added
  const repeated = sheet.rows - refused - sheet.people.length
  const n = (count: number) => count.toLocaleString('en')
  const parts = [
    `${n(added)} added`,
    ...(known > 0
      ? [`${n(known)} known (${namesTaken ? 'names of the file taken' : 'names kept'})`]
      : []),
    ...(repeated > 0 ? [`${n(repeated)} repeated`] : []),
    ...(refused > 0 ? [`${n(refused)} refused`] : []),
  ]
  const counts = { added, merged: known + repeated, known, repeated, refused }
  return { message: `${parts.join(', ')}.`, errors: [...sheet.errors], ...counts, namesTaken }
}
