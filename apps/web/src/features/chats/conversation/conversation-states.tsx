import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, MessageSquareOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { messageOf } from '#shared/api/api-error.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Skeleton } from '#shared/ui/loading.tsx'
import { useChatPlace } from '../chat-place.ts'

interface FailedProps {
  query: Pick<UseQueryResult, 'refetch' | 'isFetching'>
  error: Error
}

/** A chat that was erased, became part of another, or is not seen any more. */
export function ChatGone() {
  const { t } = useTranslation()
  const { listAddress } = useChatPlace()
  return (
    <>
      <HeadFrame />
      <div className="grid flex-1 place-items-center bg-chat p-6">
        <div className="flex max-w-80 flex-col items-center gap-3 text-center">
          <MessageSquareOff className="size-8 text-muted-foreground" aria-hidden="true" />
          <h2 className="text-title font-semibold">{t('This chat is not here any more')}</h2>
          <p className="text-muted-foreground">
            {t('It was erased, became part of another chat, or belongs to somebody else now.')}
          </p>
          <Button size="sm" asChild>
            <Link to={listAddress}>{t('Back to chats')}</Link>
          </Button>
        </div>
      </div>
    </>
  )
}

/** The chat itself could not be loaded; the list beside it stays. */
export function ChatFailed(props: FailedProps) {
  return (
    <>
      <HeadFrame />
      <TimelineFailed {...props} />
    </>
  )
}

/** The timeline could not be loaded. */
export function TimelineFailed({ query, error }: FailedProps) {
  const { t } = useTranslation()
  return (
    <div className="flex-1 bg-chat p-4 lg:p-6">
      <ErrorState
        query={query}
        message={messageOf(error, t('This conversation could not be loaded.'))}
        className="rounded-lg border bg-card"
      />
    </div>
  )
}

export function ChatLoading() {
  return (
    <>
      <HeadFrame>
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-4 w-32" />
      </HeadFrame>
      <TimelineLoading />
    </>
  )
}

/** Bubbles of both sides. */
export function TimelineLoading() {
  const { t } = useTranslation()
  return (
    <div
      aria-busy="true"
      className="flex min-h-0 flex-1 animate-appear flex-col justify-end gap-2 overflow-hidden bg-chat p-4 lg:px-6"
    >
      <p role="status" className="sr-only">
        {t('Loading the conversation…')}
      </p>
      {['w-48', 'w-64 self-end', 'w-40', 'w-56', 'w-72 self-end'].map((place) => (
        <span
          key={place}
          aria-hidden="true"
          className={cn(
            'h-12 shrink-0 rounded-xl',
            place,
            place.includes('self-end') ? 'bg-bubble-out/70' : 'bg-bubble-in/70',
          )}
        />
      ))}
    </div>
  )
}

/** The head while nothing is known of the chat; phones lead back. */
function HeadFrame({ children }: { children?: ReactNode }) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-2.5 border-b bg-card px-2 lg:px-4">
      <BackToList />
      {children}
    </header>
  )
}

/** On a phone the list is another screen. */
export function BackToList() {
  const { t } = useTranslation()
  const { listAddress } = useChatPlace()
  return (
    <Button variant="ghost" size="icon" asChild className="text-foreground lg:hidden">
      <Link to={listAddress} aria-label={t('Back to chats')}>
        <ArrowLeft aria-hidden="true" className="size-5!" />
      </Link>
    </Button>
  )
}
