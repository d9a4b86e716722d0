import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { UploadProgress } from '#shared/ui/progress.tsx'
import type { UploadState } from './use-contact-upload.ts'

/** How far an upload has come: the file, then its rows. */
export function ImportProgress({ state }: { state: UploadState }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (state.step === 'sending') {
    return (
      <div className="grid gap-1.5">
        <p className="text-caption text-muted-foreground">{t('Uploading the file...')}</p>
        <UploadProgress fraction={state.fraction} label={t('Upload')} />
      </div>
    )
  }
  const progress = state.step === 'importing' ? state.progress : null
  if (!progress) {
    return (
      <p role="status" className="text-caption text-muted-foreground">
        {t('Reading the file...')}
      </p>
    )
  }
  const { done, total } = progress
  return (
    <div className="grid gap-1.5">
      <p className="tnum text-caption text-muted-foreground">
        {t('{done} of {total} rows imported', { done: number(done), total: number(total) })}
      </p>
      <UploadProgress fraction={total === 0 ? 1 : done / total} label={t('Import')} />
    </div>
  )
}
