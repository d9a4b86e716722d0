import { setImmediate } from 'node:timers/promises'
import type { ImportMapping, ImportResult } from '@kirim/contract/contact-import'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import { importStopped } from '../../../platform/import-stopped.ts'
import type { KeyedLock } from '../../../platform/lock.ts'
import type { Log } from '../../../platform/log.ts'
import type { QuotaReservation } from '../../../platform/quota.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { ensureFields } from '../details/fields.repository.ts'
import { ensureTags } from '../details/tags.repository.ts'
import type { GroupsRepository } from '../groups.repository.ts'
import { type CheckDeps, refuseTooManyPlaces, reserveFor } from './check-import.ts'
import { requireSpreadsheet, type SheetReader } from './sheet-reader.ts'
import type { ReadSheet, SheetSummary } from './sheet-thread.ts'
import type { ImportStore } from './store-batch.ts'

const PROGRESS_EVERY_MS = 100

export interface ImportDeps extends CheckDeps {
  readonly importStore: ImportStore
  readonly groups: GroupsRepository
  /** Throws when the disk is low on space. */
  readonly admitRoom: () => Promise<void>
  readonly sheets: Pick<SheetReader, 'withImport'>
  readonly db: Db
  /**
   * By workspace, because concurrent imports of one workspace would take half of the database's
   * time.
   */
  readonly storeInTurn: KeyedLock
  readonly clock: Clock
  readonly realtime: Realtime
  readonly log: Log
  /** Concurrent transactions: a single one leaves the database idle while it commits. */
  readonly lanes: number
  /** Called after rows were stored. */
  readonly onImported: () => void
}

export interface ImportChoice {
  readonly groupId: string
  /** Existing contacts take the names in the file. */
  readonly takeNames: boolean
  /** What each column becomes; null finds the columns of numbers and names. */
  readonly mapping: ImportMapping | null
}

/**
 * Imports a file into a group [7.contacts.upload]. Known numbers are not duplicated and keep their
 * names unless `takeNames` is set; field values in the file replace stored ones, and tags are
 * added. Rows without a valid number are refused. Problems of the request, the file or a quota are
 * thrown before anything is stored. An import that stops midway throws the refusal of
 * `importStopped`; stored rows stay.
 */
export async function importContacts(
  deps: ImportDeps,
  workspaceId: string,
  given: UploadedFile | null,
  choice: ImportChoice,
): Promise<ImportResult> {
  const file = requireSpreadsheet(given)
  const { groupId, takeNames, mapping } = choice
  if (!groupId || groupId.toLowerCase() === 'all') throw new DomainError('no_group')
  await deps.groups.requireFilledByHand(workspaceId, groupId)
  // Runs while the file is read. A failure shows up again with the first batch.
  deps.importStore.prepare().catch(() => {})
  return deps.sheets.withImport(workspaceId, file, mapping, async (sheet) => {
    await refuseTooManyPlaces(deps, workspaceId, groupId, sheet)
    const room = await reserveFor(deps, workspaceId, sheet)
    try {
      const added = await deps.storeInTurn(workspaceId, () =>
        store(deps, workspaceId, sheet, { ...choice, room }),
      )
      return describe(sheet.answer, added, takeNames)
    } finally {
      await room.release()
      deps.onImported()
      deps.realtime.toWorkspace(workspaceId, 'contacts_changed')
    }
  })
}

/** Stores everybody in batches. Returns how many are new. */
async function store(
  deps: ImportDeps,
  workspaceId: string,
  sheet: ReadSheet<'people'>,
  { groupId, mapping, ...options }: ImportChoice & { room: QuotaReservation },
): Promise<number> {
  const { found, refused, repeated, tags } = sheet.answer
  // Creates all missing fields and tags of the file, or none.
  const details = await deps.db.transaction().execute(async (tx) => ({
    keys: await ensureFields(tx, workspaceId, labelsIn(mapping), deps.clock.now()),
    tagIds: await ensureTags(tx, workspaceId, tags, deps.clock.now()),
  }))
  const total = refused + repeated + found
  const report = reporter(deps, workspaceId, total)
  let done = total - found
  let added = 0
  report(done)
  const batches = sheet.ask({ kind: 'batches', details })

  /** When one lane fails, the others get no further batches. */
  async function storeNext(): Promise<void> {
    for (let first = await batches.take(); first; first = await batches.take()) {
      await deps.admitRoom()
      const how = { now: deps.clock.now(), ...options }
      const some = { first, more: batches.takeReady }
      const merged = await deps.importStore.merge({ workspaceId, groupId }, some, how)
      added += merged.added
      done += merged.stored
      report(done)
      await setImmediate()
    }
  }

  const lanes = Array.from({ length: deps.lanes }, () =>
    storeNext().catch((error: unknown) => {
      batches.end()
      throw error
    }),
  )
  const ends = await Promise.allSettled(lanes)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) {
    deps.log.warn({ err: failed.reason, done, total }, 'an import of contacts stopped')
    throw importStopped(failed.reason, done, total)
  }
  return added
}

function labelsIn(mapping: ImportMapping | null): string[] {
  return (mapping?.columns ?? []).flatMap((use) => (use.as === 'field' ? use.label : []))
}

/** Notifies the owner's browsers at most ten times per second, and once at the end. */
function reporter(deps: ImportDeps, workspaceId: string, total: number) {
  let last = Number.NEGATIVE_INFINITY
  return (done: number) => {
    const now = deps.clock.now()
    if (done < total && now - last < PROGRESS_EVERY_MS) return
    last = now
    deps.realtime.toWorkspace(workspaceId, 'import_progress', { done, total })
  }
}

function describe(
  { errors, found, refused, repeated }: SheetSummary,
  added: number,
  namesTaken: boolean,
): ImportResult {
  const known = found - added
  const n = (count: number) => count.toLocaleString('en')
  const parts = [
    `${n(added)} added`,
    ...(known > 0
      ? [`${n(known)} known (${namesTaken ? 'names overwritten' : 'names kept'})`]
      : []),
    ...(repeated > 0 ? [`${n(repeated)} repeated`] : []),
    ...(refused > 0 ? [`${n(refused)} refused`] : []),
  ]
  const counts = { added, merged: known + repeated, known, repeated, refused }
  return { message: `${parts.join(', ')}.`, errors: [...errors], ...counts, namesTaken }
}
