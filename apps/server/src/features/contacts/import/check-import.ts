import { setImmediate } from 'node:timers/promises'
import type { ImportMapping, SheetColumns, SheetReading } from '@kirim/contract/contact-import'
import { chunks } from '../../../platform/database/database.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import type { OutAmong } from '../contacts.ports.ts'
import type { ContactsRepository } from '../contacts.repository.ts'
import type { Numbers } from './read-spreadsheet.ts'
import { requireSpreadsheet, type SheetReader } from './sheet-reader.ts'

interface PreviewDeps {
  readonly contacts: Pick<ContactsRepository, 'countKnown'>
  readonly outAmong: OutAmong
  readonly sheets: SheetReader
}

interface PreviewChoice {
  readonly reading?: SheetReading | undefined
  readonly mapping?: ImportMapping | undefined
}

/** What a file holds, and what an import of it would do. Nothing is stored. */
export function previewFile(
  deps: PreviewDeps,
  userId: string,
  file: UploadedFile | null,
  { mapping, reading = {} }: PreviewChoice,
): Promise<SheetColumns> {
  const how = { reading: mapping ?? reading, mapping: mapping ?? null }
  return deps.sheets.withColumns(userId, requireSpreadsheet(file), how, async (sheet, numbers) => {
    if (!sheet.preview) return sheet
    return { ...sheet, preview: { ...sheet.preview, ...(await countAmong(deps, userId, numbers)) } }
  })
}

/** Who of a file is a contact already, and who asked to be left alone. */
async function countAmong(
  { contacts, outAmong }: Omit<PreviewDeps, 'sheets'>,
  userId: string,
  numbers: Numbers,
): Promise<{ known: number; out: number }> {
  const counts = { known: 0, out: 0 }
  for await (const batch of numbers()) {
    for (const some of chunks(batch)) {
      counts.known += await contacts.countKnown(userId, some)
      counts.out += (await outAmong(userId, some)).size
      await setImmediate()
    }
  }
  return counts
}
