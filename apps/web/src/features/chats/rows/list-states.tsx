import type { ChatView } from '@kirim/contract/chats'
import { CircleAlert, QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { useOfflineSince } from '#shared/realtime/realtime-context.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'

/** The widths of names and lines on skeleton rows. */
const SKELETONS = [
  ['w-32', 'w-52'],
  ['w-24', 'w-40'],
  ['w-36', 'w-48'],
  ['w-28', 'w-56'],
] as const

export function LoadingChats() {
  const { t } = useTranslation()
  return (
    <Loading text={t('Loading chats...')}>
      {SKELETONS.map(([name, line]) => (
        <div key={name} className="flex h-[79px] gap-3 border-b px-4 py-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex-1">
            <div className="flex justify-between">
              <Skeleton className={`h-3 ${name}`} />
              <Skeleton className="h-3 w-8" />
            </div>
            <Skeleton className={`mt-2 h-3 ${line}`} />
            <Skeleton className="mt-2 h-3 w-24" />
          </div>
        </div>
      ))}
    </Loading>
  )
}

export function ChatsFailed({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  const { t } = useTranslation()
  const { clock } = useFormat()
  const offlineSince = useOfflineSince()
  return (
    <div role="alert" className="flex items-start gap-2.5 px-4 py-6">
      <CircleAlert className="mt-px size-[18px] text-destructive" aria-hidden="true" />
      <div>
        <p className="font-medium">{t('The chats could not be loaded.')}</p>
        {offlineSince !== null && (
          <p className="tnum mt-0.5 text-caption text-muted-foreground">
            {t(
              'The server has not responded since {time}. The page retries when the connection is back.',
              { time: clock(offlineSince) },
            )}
          </p>
        )}
        <Button size="sm" className="mt-3" onClick={onRetry} busy={busy}>
          {t('Try again')}
        </Button>
      </div>
    </div>
  )
}

const emptyTexts: Record<ChatView, string> = {
  unanswered: textKey('Nobody waits for an answer.'),
  mine: textKey('No chat is assigned to you.'),
  all: textKey('No open chats.'),
  snoozed: textKey('No chat is snoozed.'),
  closed: textKey('No chat is closed.'),
}

interface NoChatsProps {
  view: ChatView
  isFiltered: boolean
  /** Whether a number is linked; null while that is not known. */
  hasNumber: boolean | null
  onClear: () => void
  onAll: () => void
}

/** Why there is nothing in the list, with the next step. */
export function NoChats({ view, isFiltered, hasNumber, onClear, onAll }: NoChatsProps) {
  const { t } = useTranslation()
  const mayLink = useMay('numbers:write')
  const classes = 'border-t-0 px-4'
  if (hasNumber === false) {
    return (
      <EmptyState
        className={classes}
        title={t('Link a number to see its chats.')}
        description={t('Chats of all your numbers come together here.')}
        action={
          mayLink && (
            <Button asChild>
              <Link to="/scan-device">
                <QrCode aria-hidden="true" />
                {t('Scan Device')}
              </Link>
            </Button>
          )
        }
      />
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        className={classes}
        title={t('No chat matches these filters.')}
        action={<Button onClick={onClear}>{t('Clear filters')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      className={classes}
      title={t(emptyTexts[view])}
      description={view === 'all' && t('New ones appear here by themselves.')}
      action={view !== 'all' && <Button onClick={onAll}>{t('Show all chats')}</Button>}
    />
  )
}
