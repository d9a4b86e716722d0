import { type ImportMapping, type RowError, refusedRows } from '@kirim/contract/contact-import'
import { useMutation } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { refusalText } from '#shared/i18n/server-text.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'

interface RefusedRowsProps {
  /** Those that the server lists. */
  errors: readonly RowError[]
  /** How many there are. */
  refused: number
  /** What they were read from; null when it is not known any more. */
  source: RefusedSource | null
}

interface RefusedSource {
  file: File
  mapping: ImportMapping
}

/** The refused rows of a spreadsheet with their reasons; nothing when there is none. */
export function RefusedRows({ errors, refused, source }: RefusedRowsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (errors.length === 0) return null
  return (
    <section aria-labelledby="refused-rows">
      <h3 id="refused-rows" className="mb-1.5 text-caption font-medium">
        {t('Refused rows')}{' '}
        <span className="tnum font-normal text-muted-foreground">{number(refused)}</span>
      </h3>
      <RowList errors={errors} />
      {refused > errors.length && (
        <p className="tnum mt-1.5 text-caption text-muted-foreground">
          {t('and {n} more', { n: number(refused - errors.length) })}
        </p>
      )}
      {source && <DownloadRefused source={source} />}
    </section>
  )
}

/** The refused rows as a file, to be mended and uploaded again. */
function DownloadRefused({ source: { file, mapping } }: { source: RefusedSource }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController()
      const rows = await requestBlob(refusedRows, { body: { mapping }, file }, signal)
      saveFile(rows, `${file.name.replace(/\.\w+$/, '')}-refused.xlsx`)
    },
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="sm"
        busy={download.isPending}
        busyText={t('Download refused rows')}
        onClick={() => download.mutate()}
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

/** An estimate; each row is measured once it is visible. */
const ROW_HEIGHT = 52

/** Renders only the visible rows: there may be a thousand. */
function RowList({ errors }: { errors: readonly RowError[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: errors.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })
  return (
    // Reachable by keyboard, so that it can be scrolled without a pointer.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div ref={box} tabIndex={0} className="max-h-60 overflow-y-auto rounded-md border">
      <ul
        aria-label={t('Refused rows')}
        className="relative"
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const error = errors[index]
          return (
            error && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-setsize={errors.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 flex gap-3 border-b px-3 py-[7px] text-caption last:border-0"
                style={{ transform: `translateY(${start}px)` }}
              >
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
            )
          )
        })}
      </ul>
    </div>
  )
}
