import type { ChatContact } from '@kirim/contract/chat-contact'
import type { Chat } from '@kirim/contract/chats'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { BellOff, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeText } from '#shared/consent/use-change-text.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { OptOutDialog } from './opt-out-dialog.tsx'
import { SheetSection, sectionAct } from './sheet-section.tsx'

interface MayBeWrittenProps {
  chat: Chat
  contact: ChatContact
}

/** Whether the person may be written to, with how that came about. */
export function MayBeWritten({ chat, contact }: MayBeWrittenProps) {
  const { t } = useTranslation()
  const { dateTime, longMonthDay } = useFormat()
  const textOf = useChangeText()
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { isOptedOut, changes } = contact
  const [last, ...earlier] = changes
  const contactId = contact.sheet?.contact._id ?? null
  const isNamed =
    contactId !== null || (chat.phoneNumber !== '' && !isMaskedNumber(chat.phoneNumber))
  const mayOptOut = useMay(contactId === null ? 'opt-outs:write' : 'contacts:write')
  const describe = (change: (typeof changes)[number]) => {
    const { how, detail } = textOf(change)
    const what = change.change === 'out' ? t('Opted out') : t('Opted back in')
    return [`${what}, ${dateTime(change.at)}`, how, detail].filter(Boolean).join(' · ')
  }
  return (
    <SheetSection
      title={t('May be written to')}
      aside={
        <>
          {earlier.length > 0 && (
            <button
              type="button"
              aria-expanded={isShown}
              onClick={() => setShown(!isShown)}
              className={sectionAct}
            >
              {isShown ? t('Hide') : t('Show')}
            </button>
          )}
          {!isOptedOut && isNamed && mayOptOut && (
            <button type="button" onClick={() => setAsking(true)} className={sectionAct}>
              {t('Opt out')}
            </button>
          )}
        </>
      }
    >
      <p className="flex items-center gap-2">
        {isOptedOut ? (
          <BellOff className="size-4 shrink-0 text-warning" aria-hidden="true" />
        ) : (
          <CircleCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
        )}
        {isOptedOut
          ? last
            ? t('Opted out on {day}', { day: longMonthDay(last.at) })
            : t('Opted out')
          : t('Yes, on all numbers')}
      </p>
      {last && (
        <p className="mt-1 text-caption wrap-anywhere text-muted-foreground">{describe(last)}</p>
      )}
      {isOptedOut && (
        <p className="mt-1 text-caption text-muted-foreground">
          {t('Holds for all numbers, campaigns and the chatbot.')}
        </p>
      )}
      {isShown && (
        <ul className="mt-1.5 grid gap-1.5 text-caption text-muted-foreground">
          {earlier.map((change) => (
            <li key={change.id} className="wrap-anywhere">
              {describe(change)}
            </li>
          ))}
        </ul>
      )}
      <OptOutDialog
        open={isAsking}
        contactId={contactId}
        phoneNumber={chat.phoneNumber}
        onClose={() => setAsking(false)}
      />
    </SheetSection>
  )
}
