import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import type { UploadState } from './use-contact-upload.ts'

interface UploadButtonsProps {
  state: UploadState
  /** The file is read, and what it holds is not shown yet. */
  isReading: boolean
  onUpload: () => void
  onStop: () => void
  onAgain: () => void
  onClose: () => void
}

/** The buttons of an upload, by how far it has come. */
export function UploadButtons(props: UploadButtonsProps) {
  const { t } = useTranslation()
  const { state, isReading } = props
  const busy = state.step === 'sending' || state.step === 'importing'
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
      <Button
        onClick={state.step === 'sending' ? props.onStop : props.onClose}
        disabled={state.step === 'importing'}
      >
        {t('Cancel')}
      </Button>
      <Button
        variant="primary"
        busy={busy || isReading}
        busyText={busy ? t('Uploading...') : t('Reading the file...')}
        onClick={props.onUpload}
      >
        {t('Upload')}
      </Button>
    </>
  )
}
