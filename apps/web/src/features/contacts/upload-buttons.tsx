import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import type { UploadState } from './use-contact-upload.ts'

interface UploadButtonsProps {
  state: UploadState
  /** The rows of a file whose columns are chosen; null while there is none. */
  rows: number | null
  /** Next come the columns. */
  asksColumns: boolean
  onUpload: () => void
  onStop: () => void
  onBack: () => void
  onAgain: () => void
  onClose: () => void
}

/** The buttons of an upload, by how far it has come. */
export function UploadButtons(props: UploadButtonsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { state, rows } = props
  const busy = state.step === 'sending' || state.step === 'importing'
  const first = props.asksColumns ? t('Next') : t('Upload')
  const load = rows === 1 ? t('Import 1 row') : t('Import {n} rows', { n: number(rows ?? 0) })
  const label = rows === null ? first : load
  if (state.step === 'done') {
    return (
      <>
        <Button onClick={props.onAgain}>{t('Upload another file')}</Button>
        <Button variant="primary" onClick={props.onClose}>
          {t('Done')}
        </Button>
      </>
    )
  }
  return (
    <>
      {rows !== null && (
        <Button variant="ghost" className="mr-auto" onClick={props.onBack} disabled={busy}>
          {t('Back')}
        </Button>
      )}
      <Button
        onClick={state.step === 'sending' ? props.onStop : props.onClose}
        disabled={state.step === 'importing'}
      >
        {t('Cancel')}
      </Button>
      <Button variant="primary" busy={busy} busyText={t('Uploading...')} onClick={props.onUpload}>
        {label}
      </Button>
    </>
  )
}
