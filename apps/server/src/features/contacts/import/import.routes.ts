import { readSheetColumns, refusedRows, uploadContacts } from '@kirim/contract/contact-import'
import { sendWorkbook } from '../../../platform/export/export-table.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { OutAmong } from '../contacts.ports.ts'
import { previewFile } from './check-import.ts'
import { type ImportDeps as Importing, importContacts } from './import-contacts.ts'
import { requireSpreadsheet, type SheetReader } from './sheet-reader.ts'

export interface ImportDeps extends Importing {
  readonly sheets: SheetReader
  readonly outAmong: OutAmong
}

/** Calls that take a file: preview, import, and the refused rows. */
export function importRoutes(route: Route, deps: ImportDeps): void {
  route(readSheetColumns, ({ caller, body, file }) =>
    previewFile(deps, caller.workspaceId, file, body),
  )

  route(uploadContacts, ({ caller, body, file }) =>
    importContacts(deps, caller.workspaceId, file, {
      groupId: body.groupId ?? '',
      takeNames: body.takeNames ?? false,
      mapping: body.mapping ?? null,
    }),
  )

  route(refusedRows, async ({ caller, body, file, reply }) => {
    const rows = await deps.sheets.refused(
      caller.workspaceId,
      requireSpreadsheet(file),
      body.mapping,
    )
    return sendWorkbook(reply, 'refused-rows', Buffer.from(rows))
  })
}
