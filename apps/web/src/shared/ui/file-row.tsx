import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from './button.tsx'

interface FileRowProps {
  /** A preview of the file, or its icon. */
  picture: ReactNode
  name: string
  bytes: number
  /** The upload is in progress, so the file cannot be removed. */
  busy?: boolean
  /** Why it could not be uploaded; takes the place of its size. */
  problem?: string | undefined
  onRemove: () => void
}

/** One chosen file, shown in place of the drop area. */
export function FileRow({ picture, name, bytes, busy = false, problem, onRemove }: FileRowProps) {
  const { t } = useTranslation()
  const { fileSize } = useFormat()
  return (
    <div className="flex min-w-0 items-center gap-3 rounded-md border p-2">
      {picture}
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        {problem ? (
          <p className="text-caption wrap-anywhere text-destructive">{problem}</p>
        ) : (
          <p className="tnum text-caption text-muted-foreground">{fileSize(bytes)}</p>
        )}
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        disabled={busy}
        aria-label={t('Remove {name}', { name })}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
