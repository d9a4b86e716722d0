import { type ImportMapping, type RowError, refusedRows } from '@kirim/contract/contact-import'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fileCall, useDownload } from '#shared/api/use-download.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { refusalText } from '#shared/i18n/server-text.ts'
import { Button } from '#shared/ui/button.tsx'

/** The downloadable file contains all of them. */
const ROWS_SHOWN = 100

interface RefusedRowsProps {
  /** The rows that the server lists. */
  errors: readonly RowError[]
  /** The number of all refused rows. */
  refused: number
  /** The file they come from. */
  file: File | null
  mapping: ImportMapping | null
}

/** The refused rows of a spreadsheet with their reasons; nothing when there is none. */
export function RefusedRows({ errors, refused, file, mapping }: RefusedRowsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const shown = errors.slice(0, ROWS_SHOWN)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="refused-rows">
      <h3 id="refused-rows" className="mb-1.5 text-caption font-medium">
        {t('Refused rows')}{' '}
        <span className="tnum font-normal text-muted-foreground">{number(refused)}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard, too */}
      <div tabIndex={0} className="max-h-60 overflow-y-auto rounded-md border">
        <ul aria-label={t('Refused rows')} className="divide-y">
          {shown.map((error) => (
            <li key={error.row} className="flex gap-3 px-3 py-[7px] text-caption">
              <span className="tnum w-20 shrink-0 text-muted-foreground">
                {t('Row {row}', { row: number(error.row) })}
              </span>
              <span className="min-w-0 wrap-anywhere">
                {(error.name || error.value) && (
                  <span className="block font-medium">
                    {[error.name, error.value].filter(Boolean).join(' · ')}
                  </span>
                )}
                {refusalText({ code: error.code, params: {}, message: error.reason })}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {refused > shown.length && (
        <p className="tnum mt-1.5 text-caption text-muted-foreground">
          {t('and {n} more', { n: number(refused - shown.length) })}
        </p>
      )}
      {file && mapping && <DownloadRefused file={file} mapping={mapping} />}
    </section>
  )
}

/** The refused rows as a file, to be corrected and uploaded again. */
function DownloadRefused({ file, mapping }: { file: File; mapping: ImportMapping }) {
  const { t } = useTranslation()
  const download = useDownload()
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="sm"
        busy={download.isPending}
        busyText={t('Download refused rows')}
        onClick={() =>
          download.mutate({
            call: fileCall(refusedRows, { body: { mapping }, file }),
            name: `${file.name.replace(/\.\w+$/, '')}-refused.xlsx`,
          })
        }
      >
        <Download aria-hidden="true" />
        {t('Download refused rows')}
      </Button>
      <span className="text-xs text-muted-foreground">
        {t('Correct the rows in the downloaded file, then upload it.')}
      </span>
    </div>
  )
}
