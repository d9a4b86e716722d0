import { type Device, deviceUse } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useFormat } from '#shared/i18n/format.ts'

/** What waits changes without an event of the number. */
const ASK_AGAIN_MS = 60_000

/** How many people wait until a number may begin new chats, or campaigns until it is connected. */
export function WaitingForNumber({ device: { id, connectionStatus } }: { device: Device }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data } = useQuery({
    ...callQuery(deviceUse, { params: { id } }),
    refetchInterval: ASK_AGAIN_MS,
    retry: false,
  })
  if (!data) return null
  const { campaigns, people } = data.waiting
  const words =
    connectionStatus === 'connected'
      ? peopleWords(t, people, number(people))
      : campaignWords(t, campaigns, number(campaigns))
  if (words === null) return null
  return (
    <>
      {' '}
      <span className="font-medium text-foreground">{words}</span>
    </>
  )
}

function peopleWords(t: TFunction, people: number, n: string): string | null {
  if (people === 0) return null
  return people === 1 ? t('1 person is waiting.') : t('{n} people are waiting.', { n })
}

function campaignWords(t: TFunction, campaigns: number, n: string): string | null {
  if (campaigns === 0) return null
  return campaigns === 1 ? t('1 campaign is waiting.') : t('{n} campaigns are waiting.', { n })
}
