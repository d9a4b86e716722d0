import type { ImportMapping, SheetColumns, SheetReading } from '@kirim/contract/contact-import'
import { useTranslation } from 'react-i18next'
import { ImportCounts } from '#shared/spreadsheet/import-counts.tsx'
import { SheetReadingFields } from '#shared/spreadsheet/sheet-reading-fields.tsx'
import { Alert } from '#shared/ui/alert.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import type { ColumnChoice } from './column-uses.ts'
import type { useColumnChoices } from './use-column-choices.ts'

interface UploadPreviewProps {
  file: File
  sheet: SheetColumns
  reading: SheetReading
  columns: ReturnType<typeof useColumnChoices>
  busy: boolean
  /** The counts are of the columns that are chosen now, and nothing is written yet. */
  isCurrent: boolean
  onReading: (reading: SheetReading) => void
  onChoices: (choices: readonly ColumnChoice[]) => void
}

/** What was understood of a file, and what the import would do. */
export function UploadPreview(props: UploadPreviewProps) {
  const { file, sheet, reading, columns, busy, isCurrent, onReading, onChoices } = props
  return (
    <div className="grid grid-cols-1 gap-4">
      <SheetReadingFields sheet={sheet} reading={reading} busy={busy} onReading={onReading} />
      <ColumnMapping
        sheet={sheet}
        choices={columns.choices}
        fields={columns.fields}
        problem={columns.problem}
        busy={busy}
        onChoices={onChoices}
      />
      {columns.mapping ? (
        isCurrent && <Counts file={file} sheet={sheet} mapping={columns.mapping} />
      ) : (
        <NoNumbers />
      )}
    </div>
  )
}

function Counts(props: { file: File; sheet: SheetColumns; mapping: ImportMapping }) {
  const { t } = useTranslation()
  const { preview } = props.sheet
  if (!preview) return null
  const known = [
    { label: t('Already in your contacts'), count: preview.known },
    { label: t('Opted out'), count: preview.out },
  ]
  return <ImportCounts {...props} preview={preview} known={known} />
}

function NoNumbers() {
  const { t } = useTranslation()
  return <Alert tone="info">{t('Choose the column that has the phone numbers.')}</Alert>
}
