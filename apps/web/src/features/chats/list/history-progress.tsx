import type { ChatHistory } from '@kirim/contract/chat-history'
import { listChatHistories } from '@kirim/contract/chat-history'
import { type Device, listDevices } from '@kirim/contract/devices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { NumberDot } from '#shared/ui/number-dot.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { figuresOf, type HistoryFigures, isOnItsWay } from './history-figures.ts'

/** How far earlier messages have been read; `children` once there is nothing to tell. */
export function HistoryProgress({ children }: { children?: ReactNode }) {
  const histories = useHistories()
  const figures = figuresOf(histories, Date.now())
  return figures ? <OnTheirWay histories={histories} figures={figures} /> : children
}

const NONE: readonly ChatHistory[] = []

function useHistories(): readonly ChatHistory[] {
  const client = useQueryClient()
  const { data = NONE } = useQuery({ ...callQuery(listChatHistories), refetchOnWindowFocus: false })
  const queryKey = keyOf(listChatHistories, {})
  useRealtimeEvent('chat_history_changed', (news) =>
    client.setQueryData<ChatHistory[]>(queryKey, (known = []) => [
      ...known.filter(({ deviceId }) => deviceId !== news.deviceId),
      news,
    ]),
  )
  useMissedEvents(() => void client.invalidateQueries({ queryKey }))
  return data
}

interface OnTheirWayProps {
  histories: readonly ChatHistory[]
  figures: HistoryFigures
}

function OnTheirWay({ histories, figures }: OnTheirWayProps) {
  const { t } = useTranslation()
  const { data: devices = [] } = useQuery(callQuery(listDevices))
  const open = histories.filter(isOnItsWay)
  const shown = devices.flatMap((device, place) => {
    const history = open.find(({ deviceId }) => deviceId === device.id)
    return history ? [{ device, place, history }] : []
  })
  const [first] = shown
  return (
    <section
      className="flex max-w-[520px] flex-col items-start gap-6"
      aria-label={t('Earlier messages')}
    >
      <EmptyState
        className="border-t-0 p-0"
        title={<span className="text-page font-semibold">{t('Your chats are on their way')}</span>}
        description={
          shown.length === 1 && first
            ? t(
                '{name} is connected. Its phone is handing over earlier messages. You can already answer new ones.',
                { name: first.device.name },
              )
            : t('Your phones are handing over earlier messages. You can already answer new ones.')
        }
      />
      <Bar figures={figures} />
      <ul className="w-full max-w-[440px] text-caption">
        {shown.map((one) => (
          <NumberRow key={one.device.id} {...one} />
        ))}
      </ul>
      <Allowed to="team:write">
        <Button asChild>
          <Link to="/team">
            <UserRoundPlus aria-hidden="true" />
            {t('Invite your team')}
          </Link>
        </Button>
      </Allowed>
      <p className="text-xs text-muted-foreground">
        {t(
          'You can leave this page: reading goes on by itself. Pictures load when you open a chat.',
        )}
      </p>
    </section>
  )
}

function Bar({ figures }: { figures: HistoryFigures }) {
  const { t } = useTranslation()
  const { percent } = useFormat()
  const label = useReadingText(figures)
  const { fraction, secondsLeft } = figures
  const whole = fraction === null ? null : Math.floor(fraction * 100)
  return (
    <div className="w-full max-w-[440px]">
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{label}</p>
        {whole !== null && (
          <p className="tnum text-caption text-muted-foreground">{percent(whole / 100)}</p>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(whole !== null && { 'aria-valuenow': whole })}
        className="mt-2 h-2 overflow-hidden rounded-full bg-muted"
      >
        <span
          className="block h-full rounded-full bg-primary transition-[width] duration-300"
          style={{ width: `${whole ?? 0}%` }}
        />
      </div>
      {secondsLeft !== null && secondsLeft > 0 && (
        <p className="tnum mt-2 text-caption text-muted-foreground">
          {t('About {time} left.', { time: durationText(secondsLeft, t) })}
        </p>
      )}
    </div>
  )
}

function useReadingText({ messages, about, days }: HistoryFigures): string {
  const { t } = useTranslation()
  const { number } = useFormat()
  const values = { n: number(messages), about: number(about ?? 0), days }
  if (days === null || days === undefined) {
    return about === null
      ? t('Reading earlier messages: {n} so far', values)
      : t('Reading earlier messages: {n} of about {about}', values)
  }
  return about === null
    ? t('Reading the last {days} days: {n} messages so far', values)
    : t('Reading the last {days} days: {n} of about {about} messages', values)
}

interface NumberRowProps {
  device: Device
  place: number
  history: ChatHistory
}

function NumberRow({ device, place, history }: NumberRowProps) {
  const { t } = useTranslation()
  const { connected, name } = device
  const state = history.state === 'reading' ? t('reading') : t('waiting for its phone')
  return (
    <li className="flex items-center gap-3 border-t py-2.5">
      <span className="inline-flex min-w-0 items-center gap-1.5">
        <NumberDot place={place} connected={connected} />
        <span className="truncate">{name}</span>
      </span>
      <span className="ml-auto text-right text-muted-foreground">
        {connected ? state : t('goes on when it is connected')}
      </span>
    </li>
  )
}
