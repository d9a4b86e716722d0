import type { ImportMapping, SheetColumns, SheetReading } from '@kirim/contract/contact-import'
import { useTranslation } from 'react-i18next'
import { ImportCounts } from '#shared/spreadsheet/import-counts.tsx'
import { SheetReadingFields } from '#shared/spreadsheet/sheet-reading-fields.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'

interface OptOutImportPreviewProps {
  file: File
  sheet: SheetColumns
  reading: SheetReading
  /** The column that has the numbers; null while none is known. */
  column: number | null
  mapping: ImportMapping | null
  busy: boolean
  /** The counts are of the column that is chosen now, and nothing is written yet. */
  isCurrent: boolean
  onReading: (reading: SheetReading) => void
  onColumn: (column: number) => void
}

/** What was understood of a list, and whom the import would leave alone. */
export function OptOutImportPreview(props: OptOutImportPreviewProps) {
  const { t } = useTranslation()
  const { file, sheet, reading, column, mapping, busy, isCurrent, onReading, onColumn } = props
  const options = sheet.columns.map(({ column, heading, samples }) => ({
    value: String(column),
    label: heading || t('Column {n}', { n: column + 1 }),
    detail: samples.filter(Boolean).join('; '),
  }))
  const out = { label: t('Already opted out'), count: sheet.preview?.out ?? 0 }
  return (
    <div className="grid grid-cols-1 gap-4">
      <SheetReadingFields sheet={sheet} reading={reading} busy={busy} onReading={onReading} />
      <Field
        label={t('Phone numbers are in')}
        error={column === null ? t('Choose the column that has the phone numbers.') : undefined}
      >
        <Select
          value={column === null ? '' : String(column)}
          options={options}
          disabled={busy}
          placeholder={t('Choose a column')}
          onValueChange={(next) => onColumn(Number(next))}
        />
      </Field>
      {mapping && isCurrent && sheet.preview && (
        <ImportCounts file={file} mapping={mapping} preview={sheet.preview} known={[out]} />
      )}
    </div>
  )
}
