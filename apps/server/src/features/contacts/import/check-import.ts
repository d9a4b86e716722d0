import { setImmediate } from 'node:timers/promises'
import type { ImportMapping, SheetColumns, SheetReading } from '@kirim/contract/contact-import'
import { chunks } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import type { QuotaReservation } from '../../../platform/quota.ts'
import type { AdmitPlaces, OutAmong, ReserveQuota } from '../contacts.ports.ts'
import type { ContactsRepository } from '../contacts.repository.ts'
import type { SheetPeople } from '../spreadsheet/collect-people.ts'
import { requireSpreadsheet, type SheetReader } from './sheet-reader.ts'
import type { ReadSheet } from './sheet-thread.ts'

interface PreviewDeps {
  readonly contacts: Pick<ContactsRepository, 'countKnown'>
  readonly outAmong: OutAmong
  readonly sheets: Pick<SheetReader, 'withColumns'>
}

interface PreviewChoice {
  readonly reading?: SheetReading | undefined
  readonly mapping?: ImportMapping | undefined
}

/** Describes a file and what an import of it would do. Stores nothing. */
export function previewFile(
  { contacts, outAmong, sheets }: PreviewDeps,
  workspaceId: string,
  file: UploadedFile | null,
  { mapping, reading = {} }: PreviewChoice,
): Promise<SheetColumns> {
  const how = { reading: mapping ?? reading, mapping: mapping ?? null }
  return sheets.withColumns(workspaceId, requireSpreadsheet(file), how, async (sheet) => {
    const { preview } = sheet.answer
    if (!preview) return sheet.answer
    const [known = 0, out = 0] = await countNumbers(
      sheet,
      (some) => contacts.countKnown(workspaceId, some),
      async (some) => (await outAmong(workspaceId, some)).size,
    )
    return { ...sheet.answer, preview: { ...preview, known, out } }
  })
}

export interface CheckDeps {
  readonly contacts: Pick<ContactsRepository, 'countKnown' | 'countInGroup'>
  readonly reserve: ReserveQuota
  readonly admitPlaces: AdmitPlaces
}

/**
 * Reserves quota for everyone in the file, so that it is imported completely or not at all. Throws
 * `quota_import`.
 */
export async function reserveFor(
  { contacts, reserve }: CheckDeps,
  workspaceId: string,
  sheet: ReadSheet<'people'>,
): Promise<QuotaReservation> {
  const { found } = sheet.answer
  try {
    return await reserve(workspaceId, found)
  } catch (error) {
    if (!isQuotaRefusal(error)) throw error
  }
  const [known = 0] = await countNumbers(sheet, (some) => contacts.countKnown(workspaceId, some))
  const added = found - known
  try {
    return await reserve(workspaceId, added)
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

/** Throws `quota_group_places`. Existing members need no further place. */
export async function refuseTooManyPlaces(
  { admitPlaces, contacts }: CheckDeps,
  workspaceId: string,
  groupId: string,
  sheet: ReadSheet<'people'>,
): Promise<void> {
  const { found } = sheet.answer
  try {
    await admitPlaces(workspaceId, found)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const [joined = 0] = await countNumbers(sheet, (some) =>
      contacts.countInGroup(workspaceId, groupId, some),
    )
    if (found > joined) await admitPlaces(workspaceId, found - joined)
  }
}

/** Sums each count over all numbers of a file, and yields between chunks. */
async function countNumbers(
  sheet: Pick<ReadSheet<'people' | 'columns'>, 'ask'>,
  ...counts: readonly ((numbers: readonly string[]) => Promise<number>)[]
): Promise<number[]> {
  const totals = counts.map(() => 0)
  for await (const page of sheet.ask({ kind: 'people' })) {
    const people: SheetPeople['people'] = JSON.parse(page)
    for (const some of chunks(people.map(({ phoneNumber }) => phoneNumber))) {
      for (const [at, count] of counts.entries())
        totals[at] = (totals[at] ?? 0) + (await count(some))
      await setImmediate()
    }
  }
  return totals
}
