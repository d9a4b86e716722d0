import type { SandboxPhone } from '@kirim/contract/sandbox'
import { ArrowLeft, Link2, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import type { usePresence } from './use-presence.ts'

interface ChatHeaderProps {
  phone: SandboxPhone
  icon: ReactNode
  title: string
  doing: ReturnType<typeof usePresence>
  onBack: () => void
  /** Shown next to the link status. */
  action?: ReactNode
  /** The line below the title; changes are announced. */
  children: ReactNode
}

/** The header of a chat: the other party, their activity, and whether Kirim is linked. */
export function ChatHeader({
  phone,
  icon,
  title,
  doing,
  onBack,
  action,
  children,
}: ChatHeaderProps) {
  const { t } = useTranslation()
  return (
    <header className="flex items-center gap-3 border-b px-4 py-2.5">
      <Button
        variant="ghost"
        size="icon"
        className="-ml-2 lg:hidden"
        aria-label={t('Back to chats')}
        onClick={onBack}
      >
        <ArrowLeft aria-hidden="true" />
      </Button>
      {icon}
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-medium">{title}</h2>
        <p
          aria-live="polite"
          className={cn('truncate text-xs', doing ? 'text-primary' : 'text-muted-foreground')}
        >
          {children}
        </p>
      </div>
      <span className="shrink-0 max-sm:hidden">
        {phone.linked ? (
          <Badge tone={phone.online ? 'success' : 'warning'} icon={Link2}>
            {phone.online ? t('Linked to Kirim') : t('Linked, not connected')}
          </Badge>
        ) : (
          <Badge tone="neutral" icon={Unlink}>
            {t('Not linked')}
          </Badge>
        )}
      </span>
      {action}
    </header>
  )
}
