import type { ImportMapping, SheetReading } from '@kirim/contract/contact-import'
import { importOptOuts, type OptOutImport } from '@kirim/contract/opt-outs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '#shared/api/request.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { ImportCounts } from '#shared/spreadsheet/import-counts.tsx'
import { RefusedRows } from '#shared/spreadsheet/refused-rows.tsx'
import { SheetReadingFields } from '#shared/spreadsheet/sheet-reading-fields.tsx'
import { SpreadsheetImportDialog } from '#shared/spreadsheet/spreadsheet-import-dialog.tsx'
import {
  type SpreadsheetImport,
  useSpreadsheetImport,
} from '#shared/spreadsheet/use-spreadsheet-import.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useOptOutsRefresh } from './opt-out-queries.ts'

/** All numbers of everyone in the file are opted out, including rows that a filter hides. */
const EVERYBODY: SheetReading = { hiddenRows: true, everyNumber: true }

interface ImportOptOutsDialogProps {
  open: boolean
  onClose: () => void
}

export function ImportOptOutsDialog({ open, onClose }: ImportOptOutsDialogProps) {
  // Each opening starts empty; an import under way keeps the dialog open.
  return open ? <OpenImportDialog onClose={onClose} /> : null
}

function OpenImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const source = useSpreadsheetImport<OptOutImport>(EVERYBODY)
  const numbers = useNumberColumn(source)
  const refresh = useOptOutsRefresh()
  const { file, sheet, busy } = source
  const { column, mapping } = numbers
  const submit = async () => {
    if (!source.isReady() || !mapping) return
    await source.start(
      (file, options) => request(importOptOuts, { body: { mapping }, file }, options),
      t('The server did not answer.'),
    )
    await refresh()
  }
  return (
    <SpreadsheetImportDialog
      source={source}
      title={t('Import opt-outs')}
      description={t(
        "Everyone in the file is opted out, except rows whose column 'Opted out' says no. An import never opts anyone back in.",
      )}
      action={t('Import')}
      onImport={() => void submit()}
      onClose={onClose}
      outcome={(result) => (
        <>
          <Summary {...result} />
          <RefusedRows {...result} file={file} mapping={mapping} />
        </>
      )}
    >
      {file && sheet && (
        <div className="grid grid-cols-1 gap-4">
          <SheetReadingFields
            sheet={sheet}
            reading={source.reading}
            busy={busy}
            onReading={source.readAgain}
          />
          <Field
            label={t('Phone numbers are in')}
            error={column === null ? t('Choose the column that has the phone numbers.') : undefined}
          >
            <Select
              value={column === null ? '' : String(column)}
              options={sheet.columns.map(({ column, heading, samples }) => ({
                value: String(column),
                label: heading || t('Column {n}', { n: column + 1 }),
                detail: samples.filter(Boolean).join('; '),
              }))}
              disabled={busy}
              placeholder={t('Choose a column')}
              onValueChange={(next) =>
                source.readAgain(source.reading, numbers.choose(Number(next)))
              }
            />
          </Field>
          {mapping && !source.isReading && !busy && sheet.preview && (
            <ImportCounts
              file={file}
              mapping={mapping}
              preview={sheet.preview}
              known={[{ label: t('Already opted out'), count: sheet.preview.out }]}
            />
          )}
        </div>
      )}
    </SpreadsheetImportDialog>
  )
}

/** The column with the phone numbers: the detected one until the user chooses another. */
function useNumberColumn({ file, sheet, reading }: SpreadsheetImport<OptOutImport>) {
  const [chosen, setChosen] = useState<{ file: File | null; column: number } | null>(null)
  const isThere =
    chosen?.file === file && sheet?.columns.some(({ column }) => column === chosen?.column)
  const column = isThere ? (chosen?.column ?? null) : (sheet?.phone ?? null)
  const mappingOf = (phone: number | null): ImportMapping | null => {
    if (!sheet || phone === null) return null
    const others = [
      ...sheet.otherPhones.map((column) => ({ column, as: 'otherPhone' as const })),
      { column: sheet.countryCode ?? phone, as: 'countryCode' as const },
      { column: sheet.name ?? phone, as: 'name' as const },
    ]
    return {
      ...reading,
      fromRow: sheet.fromRow,
      columns: [{ column: phone, as: 'phone' }, ...others.filter(({ column }) => column !== phone)],
    }
  }
  return {
    column,
    mapping: mappingOf(column),
    /** Returns the mapping of the new choice. */
    choose(next: number): ImportMapping | null {
      setChosen({ file, column: next })
      return mappingOf(next)
    },
  }
}

function Summary({ added, known, passedOver, refused }: OptOutImport) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const parts = [
    t('{n} added', { n: number(added) }),
    known > 0 && t('{n} already opted out', { n: number(known) }),
    passedOver > 0 && t('{n} skipped (not opted out in the file)', { n: number(passedOver) }),
    refused > 0 && t('{n} refused', { n: number(refused) }),
  ]
  return (
    <Alert
      tone={refused > 0 ? 'warning' : 'success'}
    >{`${parts.filter(Boolean).join(', ')}.`}</Alert>
  )
}
