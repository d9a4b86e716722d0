import type { ImportMapping, SheetReading } from '@kirim/contract/contact-import'
import type { OptOutImport } from '@kirim/contract/opt-outs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { RefusedRows } from '#shared/spreadsheet/refused-rows.tsx'
import {
  type FileProblem,
  SpreadsheetField,
  spreadsheetProblem,
} from '#shared/spreadsheet/spreadsheet-field.tsx'
import { useSheetPreview } from '#shared/spreadsheet/use-sheet-preview.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { UploadProgress } from '#shared/ui/progress.tsx'
import { OptOutImportPreview } from './opt-out-import-preview.tsx'
import { useNumberColumn } from './use-number-column.ts'
import { useOptOutImport } from './use-opt-out-import.ts'

/** Whoever asked to be left alone is, on all their numbers, also where a filter hides them. */
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
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const { state, busy, start, stop, reset } = useOptOutImport()
  const preview = useSheetPreview()
  const numbers = useNumberColumn(preview.sheet, preview.reading)
  const choose = (next: File | null) => {
    const found = next && spreadsheetProblem(next)
    setProblem(found)
    setFile(found ? null : next)
    reset()
    preview.clear()
    numbers.clear()
    if (next && !found) void preview.read(next, EVERYBODY)
  }
  const readAgain = (reading: SheetReading, mapping: ImportMapping | null = null) => {
    reset()
    if (file) void preview.read(file, reading, mapping)
  }
  const submit = () => {
    if (!file) setProblem((now) => now ?? { text: t('No File Selected') })
    else if (!preview.sheet) readAgain(EVERYBODY)
    else if (numbers.mapping) void start(file, numbers.mapping)
  }
  const failure = state.step === 'failed' ? state.message : preview.failure
  const isRead = state.step === 'sending' && state.fraction >= 1
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      title={t('Import opt-outs')}
      description={t(
        "Everyone in the file is opted out, except rows whose column 'Opted out' says no. An import never opts anyone back in.",
      )}
      footer={
        state.step === 'done' ? (
          <>
            <Button onClick={() => choose(null)}>{t('Upload another file')}</Button>
            <Button variant="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={busy ? stop : onClose} disabled={isRead}>
              {t('Cancel')}
            </Button>
            <Button
              variant="primary"
              busy={busy || preview.isReading}
              busyText={busy ? t('Uploading...') : t('Reading the file...')}
              onClick={submit}
            >
              {t('Import')}
            </Button>
          </>
        )
      }
    >
      {state.step === 'done' ? (
        <Outcome result={state.result} file={file} mapping={numbers.mapping} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {failure && <Alert>{failure}</Alert>}
          <SpreadsheetField
            hint={t('.xlsx, .xls, .ods, .csv or .vcf, with one person per row.')}
            file={file}
            problem={problem}
            busy={busy}
            onFile={choose}
          />
          {file && preview.sheet && (
            <OptOutImportPreview
              file={file}
              sheet={preview.sheet}
              reading={preview.reading}
              column={numbers.column}
              mapping={numbers.mapping}
              busy={busy}
              isCurrent={!preview.isReading && !busy}
              onReading={readAgain}
              onColumn={(column) => readAgain(preview.reading, numbers.choose(column))}
            />
          )}
          {state.step === 'sending' && <Progress fraction={state.fraction} />}
        </div>
      )}
    </Dialog>
  )
}

function Progress({ fraction }: { fraction: number }) {
  const { t } = useTranslation()
  if (fraction >= 1) {
    return (
      <p role="status" className="text-caption text-muted-foreground">
        {t('Reading the file...')}
      </p>
    )
  }
  return (
    <div className="grid gap-1.5">
      <p className="text-caption text-muted-foreground">{t('Uploading the file...')}</p>
      <UploadProgress fraction={fraction} label={t('Upload')} />
    </div>
  )
}

interface OutcomeProps {
  result: OptOutImport
  file: File | null
  mapping: ImportMapping | null
}

/** The counts in a sentence, and the refused rows with their reasons. */
function Outcome({ result, file, mapping }: OutcomeProps) {
  const { added, known, passedOver, refused, errors } = result
  const source = file && mapping ? { file, mapping } : null
  const { t } = useTranslation()
  const { number } = useFormat()
  const parts = [
    t('{n} added', { n: number(added) }),
    known > 0 && t('{n} already opted out', { n: number(known) }),
    passedOver > 0 && t('{n} skipped (not opted out in the file)', { n: number(passedOver) }),
    refused > 0 && t('{n} refused', { n: number(refused) }),
  ].filter(Boolean)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone={refused > 0 ? 'warning' : 'success'}>{`${parts.join(', ')}.`}</Alert>
      <RefusedRows errors={errors} refused={refused} source={source} />
    </div>
  )
}
