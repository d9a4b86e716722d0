import { errors, errorText } from '@kirim/contract/errors'
import { CONTACT_ROWS_MAX, SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import { FileSpreadsheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Field } from '#shared/ui/field.tsx'
import { FileDrop } from '#shared/ui/file-drop.tsx'
import { FileRow } from '#shared/ui/file-row.tsx'

/** Accepted file names. */
const READ = /\.(xlsx?|xlsm|xlsb|ods|csv|tsv|vcf)$/i
/** The filter of the file dialog. */
const SPREADSHEET_ACCEPT =
  '.xlsx,.xls,.xlsm,.xlsb,.ods,.csv,.tsv,.vcf,text/csv,text/vcard,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel'

/** MIME types that are accepted whatever the file name. */
const READ_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/csv',
  'text/tab-separated-values',
  'text/vcard',
  'text/x-vcard',
])

/** MIME types of texts and unknown files, for which the file name decides. */
const OPEN_TYPES: ReadonlySet<string> = new Set(['text/plain', 'application/octet-stream', ''])

export interface FileProblem {
  title?: string
  text: string
}

/**
 * Why a file cannot be imported; null for Excel files [5.upload.type] and the other accepted
 * formats.
 */
export function spreadsheetProblem(file: Pick<File, 'name' | 'size' | 'type'>): FileProblem | null {
  const title = textKey('Invalid File Format')
  if (/\.numbers$/i.test(file.name)) return { title, text: errors.spreadsheet_numbers.text }
  const type = file.type.toLowerCase()
  const isRead = READ_TYPES.has(type) || (OPEN_TYPES.has(type) && READ.test(file.name))
  if (!isRead) return { title, text: errors.not_excel.text }
  if (file.size <= SPREADSHEET_MAX_BYTES) return null
  const rows = CONTACT_ROWS_MAX.toLocaleString('en')
  return { text: errorText('spreadsheet_too_large', { rows }) }
}

interface SpreadsheetFieldProps {
  hint: string
  file: File | null
  problem: FileProblem | null
  /** The file is being uploaded. */
  busy: boolean
  onFile: (file: File | null) => void
}

/** Chooses a spreadsheet by drag and drop or from a dialog. */
export function SpreadsheetField({ hint, file, problem, busy, onFile }: SpreadsheetFieldProps) {
  const { t } = useTranslation()
  return (
    <>
      {problem?.title && <Alert title={t(problem.title)}>{t(problem.text)}</Alert>}
      <Field
        label={t('File')}
        error={problem && !problem.title ? t(problem.text) : undefined}
        hint={hint}
      >
        {file ? (
          <FileRow
            picture={
              <FileSpreadsheet className="m-1 size-5 text-muted-foreground" aria-hidden="true" />
            }
            name={file.name}
            bytes={file.size}
            busy={busy}
            onRemove={() => onFile(null)}
          />
        ) : (
          <FileDrop
            accept={SPREADSHEET_ACCEPT}
            onFiles={([first]) => first && onFile(first)}
            icon={FileSpreadsheet}
          >
            <span>{t('Drop a file here, or choose one')}</span>
          </FileDrop>
        )}
      </Field>
    </>
  )
}
