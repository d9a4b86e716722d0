import type { Chat } from '@kirim/contract/chats'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { ArrowLeft, Check, Copy, EyeOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { copyText } from '#shared/ui/copy-text.ts'
import { useNumberText } from '#shared/ui/person-number.tsx'
import { useChatName } from '../chat-name.tsx'
import { useChatPlace } from '../chat-place.ts'
import { HeadMenu } from './head-menu.tsx'

interface SheetHeadProps {
  chat: Chat
  /** Whether the person is a contact; null while that is not known. */
  isContact: boolean | null
}

/** Who the chat is with. On a phone it also leads back to the chat. */
export function SheetHead({ chat, isContact }: SheetHeadProps) {
  const { t } = useTranslation()
  const { chatAddress } = useChatPlace()
  const name = useChatName()(chat)
  return (
    <>
      <div className="sticky top-0 z-10 flex h-14 shrink-0 items-center gap-2 border-b bg-card px-2 lg:hidden">
        <Button variant="ghost" size="icon" asChild>
          <Link to={chatAddress(chat.id)} aria-label={t('Back to the chat')}>
            <ArrowLeft aria-hidden="true" />
          </Link>
        </Button>
        <p className="flex-1 font-semibold" aria-hidden="true">
          {t('Contact')}
        </p>
        <HeadMenu chat={chat} isContact={isContact} />
      </div>
      <div className="flex items-center gap-3 px-4 py-3.5">
        <Avatar name={name} className="size-10" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-title font-semibold">{name}</h2>
          {chat.kind === 'individual' && <NumberLine chat={chat} />}
        </div>
        <span className="max-lg:hidden">
          <HeadMenu chat={chat} isContact={isContact} />
        </span>
      </div>
    </>
  )
}

function NumberLine({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const text = useNumberText()(chat)
  const line = useRef<HTMLParagraphElement>(null)
  const [isCopied, setCopied] = useState(false)
  if (isMaskedNumber(chat.phoneNumber)) {
    return (
      <p className="flex items-center gap-1.5 text-caption text-muted-foreground">
        <EyeOff className="size-3.5" aria-hidden="true" />
        {t('Number hidden')}
      </p>
    )
  }
  const copy = async () => {
    if (line.current) setCopied(await copyText(chat.phoneNumber, line.current))
  }
  const Icon = isCopied ? Check : Copy
  return (
    <p ref={line} className="tnum flex items-center gap-1 text-caption text-muted-foreground">
      <span className="truncate">{text}</span>
      {chat.phoneNumber && (
        <button
          type="button"
          aria-label={t('Copy the number')}
          onClick={() => void copy()}
          className="grid size-6 shrink-0 place-items-center rounded-[6px] hover:bg-accent pointer-coarse:size-9"
        >
          <Icon className="size-3.5" aria-hidden="true" />
        </button>
      )}
      <span role="status" className="sr-only">
        {isCopied && t('Copied')}
      </span>
    </p>
  )
}
