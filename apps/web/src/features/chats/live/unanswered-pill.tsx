import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import { useChatCounts } from '../chat-queries.ts'
import { waitingIn } from './waiting-in.ts'

/** More are not told apart in a pill. */
const MOST = 99

/** How many chats wait for an answer; nothing while none does. */
export function UnansweredPill({ className }: { className?: string | undefined }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const waiting = waitingIn(useChatCounts().data)
  if (waiting === 0) return null
  return (
    <span
      className={cn(
        'tnum grid h-[18px] min-w-[18px] place-items-center rounded-full bg-primary px-1 text-xs font-medium text-primary-foreground',
        className,
      )}
    >
      <span aria-hidden="true">{waiting > MOST ? `${MOST}+` : waiting}</span>
      <span className="sr-only">{t('{n} unanswered', { count: waiting, n: number(waiting) })}</span>
    </span>
  )
}
