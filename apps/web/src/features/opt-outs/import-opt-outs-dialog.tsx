import type { OptOutImport } from '@kirim/contract/opt-outs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { RefusedRows } from '#shared/spreadsheet/refused-rows.tsx'
import { SpreadsheetField } from '#shared/spreadsheet/spreadsheet-field.tsx'
import { type FileProblem, spreadsheetProblem } from '#shared/spreadsheet/spreadsheet-file.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { UploadProgress } from '#shared/ui/progress.tsx'
import { useOptOutImport } from './use-opt-out-import.ts'

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
  const choose = (next: File | null) => {
    const found = next && spreadsheetProblem(next)
    setProblem(found)
    setFile(found ? null : next)
    reset()
  }
  const submit = () => {
    if (file) void start(file)
    else setProblem((now) => now ?? { text: t('No File Selected') })
  }
  const isRead = state.step === 'sending' && state.fraction >= 1
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      title={t('Import opt-outs')}
      description={t(
        'Everybody in the file is left alone from now on, except where its column Left alone says no. Nobody comes back by it.',
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
            <Button variant="primary" busy={busy} busyText={t('Uploading...')} onClick={submit}>
              {t('Import')}
            </Button>
          </>
        )
      }
    >
      {state.step === 'done' ? (
        <Outcome result={state.result} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {state.step === 'failed' && <Alert>{state.message}</Alert>}
          <SpreadsheetField
            hint={t('.xlsx, .xls or .csv. The phone numbers need a column of their own.')}
            file={file}
            problem={problem}
            busy={busy}
            onFile={choose}
          />
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

/** The counts in a sentence, and the refused rows with their reasons. */
function Outcome({ result }: { result: OptOutImport }) {
  const { added, known, passedOver, refused, errors } = result
  const { t } = useTranslation()
  const { number } = useFormat()
  const parts = [
    t('{n} added', { n: number(added) }),
    known > 0 && t('{n} left alone already', { n: number(known) }),
    passedOver > 0 &&
      t('{n} passed over (not left alone, says the file)', { n: number(passedOver) }),
    refused > 0 && t('{n} refused', { n: number(refused) }),
  ].filter(Boolean)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone={refused > 0 ? 'warning' : 'success'}>{`${parts.join(', ')}.`}</Alert>
      <RefusedRows errors={errors} refused={refused} />
    </div>
  )
}
