import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { navigate } from '#shared/routing/navigation.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { useChatPlace } from '../chat-place.ts'
import { ContactSheet } from './contact-sheet.tsx'

interface ContactColumnProps {
  chatId: string
  /** Whether it is asked for; from 1280 px it is always there. */
  isOpen: boolean
}

/** The sheet of the contact: a column, slid over the chat under 1280 px, a screen under 1024. */
export function ContactColumn({ chatId, isOpen }: ContactColumnProps) {
  const { t } = useTranslation()
  const { chatAddress } = useChatPlace()
  const column = useRef<HTMLElement>(null)
  const focusIt = useEffectEvent(() => column.current?.focus({ preventScroll: true }))
  useEffect(() => {
    if (isOpen) focusIt()
  }, [isOpen])
  return (
    <aside
      ref={column}
      tabIndex={-1}
      aria-label={t('Contact')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen && !event.defaultPrevented) {
          navigate(chatAddress(chatId), { keepScroll: true })
        }
      }}
      className={cn(
        'flex min-h-0 min-w-0 flex-col overflow-y-auto bg-card outline-none xl:border-l',
        isOpen
          ? 'lg:max-xl:absolute lg:max-xl:inset-y-0 lg:max-xl:right-0 lg:max-xl:w-[304px] lg:max-xl:animate-from-right lg:max-xl:border-l lg:max-xl:shadow-pop'
          : 'max-xl:hidden',
      )}
    >
      {/* Slid over, it covers the button of the chat's head. */}
      <div className="hidden shrink-0 justify-end border-b px-2 py-1.5 lg:max-xl:flex">
        <Button variant="ghost" size="icon-sm" asChild>
          <Link
            to={chatAddress(chatId)}
            aria-label={t('Hide the contact')}
            title={t('Hide the contact')}
          >
            <X aria-hidden="true" />
          </Link>
        </Button>
      </div>
      <ContactSheet key={chatId} chatId={chatId} />
    </aside>
  )
}
