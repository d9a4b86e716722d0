import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

interface ErrorStateProps {
  message: string
  onRetry?: () => void
  busy?: boolean
  className?: string
}

/** A list that failed to load, inside its card. */
export function ErrorState({ message, onRetry, busy = false, className }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className={cn('flex flex-wrap items-center gap-x-4 gap-y-3 border-t px-5 py-6', className)}
    >
      <p className="flex min-w-0 items-center gap-2.5">
        <CircleAlert className="size-[18px] text-destructive" aria-hidden="true" />
        {message}
      </p>
      {onRetry && (
        <Button size="sm" onClick={onRetry} busy={busy}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}
