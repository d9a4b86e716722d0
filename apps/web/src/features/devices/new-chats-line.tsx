import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'

type NewChats = NonNullable<Device['newChats']>

/** How many chats the network still lets a number begin. */
export function NewChatsLine({ newChats }: { newChats: NewChats }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const { isDaily, until } = newChats
  const counts = { left: number(newChats.left), total: number(newChats.of) }
  return (
    <p className="tnum mt-2 pl-12 text-caption text-muted-foreground">
      {isDaily && t('New chats: {left} left of {total} a day', counts)}
      {!isDaily && until === null && t('New chats: {left} left of {total}', counts)}
      {!isDaily &&
        until !== null &&
        t('New chats: {left} left of {total} until {at}', { ...counts, at: moment(until) })}
    </p>
  )
}
