import { FileSpreadsheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#shared/ui/alert.tsx'
import { Field } from '#shared/ui/field.tsx'
import { FileDrop } from '#shared/ui/file-drop.tsx'
import { FileRow } from '#shared/ui/file-row.tsx'
import { type FileProblem, SPREADSHEET_ACCEPT } from './spreadsheet-file.ts'

interface SpreadsheetFieldProps {
  hint: string
  file: File | null
  problem: FileProblem | null
  /** The file is on its way. */
  busy: boolean
  onFile: (file: File | null) => void
}

/** Chooses a spreadsheet, by dropping it or from a dialog. */
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
