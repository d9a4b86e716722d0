import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { UploadProgress } from '#shared/ui/progress.tsx'
import { SpreadsheetField } from './spreadsheet-field.tsx'
import type { SpreadsheetImport } from './use-spreadsheet-import.ts'

interface SpreadsheetImportDialogProps<Result> {
  source: SpreadsheetImport<Result>
  size?: 'small' | 'large'
  title: string
  description: string
  /** The label of the button that imports. */
  action: string
  onImport: () => void
  onClose: () => void
  /** Further input below the file. */
  children: ReactNode
  /** Replaces 'Reading the file...' while the server stores rows. */
  progress?: ReactNode
  outcome: (result: Result) => ReactNode
}

/** Chooses a spreadsheet, previews it, imports it and shows the result. */
export function SpreadsheetImportDialog<Result>({
  source,
  onClose,
  children,
  progress,
  outcome,
  action,
  onImport,
  ...dialog
}: SpreadsheetImportDialogProps<Result>) {
  const { t } = useTranslation()
  const { state, busy, failure } = source
  const isSent = state.step === 'sending' && state.fraction >= 1
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      {...dialog}
      footer={
        state.step === 'done' ? (
          <>
            <Button onClick={() => source.choose(null)}>{t('Upload another file')}</Button>
            <Button variant="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={busy ? source.stop : onClose} disabled={isSent}>
              {t('Cancel')}
            </Button>
            <Button
              variant="primary"
              busy={busy || source.isReading}
              busyText={busy ? t('Uploading...') : t('Reading the file...')}
              onClick={onImport}
            >
              {action}
            </Button>
          </>
        )
      }
    >
      {state.step === 'done' ? (
        <div className="grid grid-cols-1 gap-4">{outcome(state.result)}</div>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {failure && <Alert>{failure}</Alert>}
          <SpreadsheetField
            hint={t('.xlsx, .xls, .ods, .csv or .vcf, with one person per row.')}
            file={source.file}
            problem={source.problem}
            busy={busy}
            onFile={source.choose}
          />
          {children}
          {state.step === 'sending' && !isSent && (
            <LabelledProgress
              text={t('Uploading the file...')}
              fraction={state.fraction}
              label={t('Upload')}
            />
          )}
          {isSent &&
            (progress ?? (
              <p role="status" className="text-caption text-muted-foreground">
                {t('Reading the file...')}
              </p>
            ))}
        </div>
      )}
    </Dialog>
  )
}

export function LabelledProgress({
  text,
  ...bar
}: {
  text: string
  fraction: number
  label: string
}) {
  return (
    <div className="grid gap-1.5">
      <p className="tnum text-caption text-muted-foreground">{text}</p>
      <UploadProgress {...bar} />
    </div>
  )
}
