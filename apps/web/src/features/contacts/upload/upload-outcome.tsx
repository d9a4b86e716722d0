import type { ImportMapping, ImportResult } from '@kirim/contract/contact-import'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { RefusedRows } from '#shared/spreadsheet/refused-rows.tsx'
import { Alert } from '#shared/ui/alert.tsx'
import { UploadProgress } from '#shared/ui/progress.tsx'
import type { UploadState } from './use-contact-upload.ts'

interface UploadOutcomeProps {
  result: ImportResult
  file: File | null
  mapping: ImportMapping | null
}

/** The result of an import: a sentence, and the refused rows with their reasons. */
export function UploadOutcome({ result, file, mapping }: UploadOutcomeProps) {
  const importText = useImportText()
  const { errors, refused } = result
  const source = file && mapping ? { file, mapping } : null
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone={refused > 0 ? 'warning' : 'success'}>{importText(result)}</Alert>
      <RefusedRows errors={errors} refused={refused} source={source} />
    </div>
  )
}

/**
 * The result of an import as a sentence: the server's own in English, otherwise composed from its
 * counts.
 */
export function useImportText(): (result: ImportResult) => string {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  return ({ message, added, known, repeated, refused, namesTaken }) => {
    if (i18n.language === 'en') return message
    const parts = [
      t('{n} added', { n: number(added) }),
      ...(known > 0 ? [knownText(number(known), namesTaken)] : []),
      ...(repeated > 0 ? [t('{n} repeated', { n: number(repeated) })] : []),
      ...(refused > 0 ? [t('{n} refused', { n: number(refused) })] : []),
    ]
    return `${parts.join(', ')}.`
  }

  function knownText(n: string, namesTaken: boolean): string {
    return namesTaken
      ? t('{n} known (names overwritten)', { n })
      : t('{n} known (names kept)', { n })
  }
}

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
