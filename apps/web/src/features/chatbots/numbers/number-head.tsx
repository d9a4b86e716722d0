import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Card } from '#shared/ui/card.tsx'
import { DeviceStatusBadge } from '#shared/ui/status-badge.tsx'
import { NumberState } from './number-state.tsx'
import { useNumber } from './use-numbers.ts'

/** The number of a page, whether it answers, and its switch. Empty until loaded. */
export function NumberHead({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameId = useId()
  const summary = useNumber(deviceId)
  if (!summary) return null
  const { name, number, avatarUrl, connected, stats } = summary
  const items = t('{n} campaigns', { count: stats.items, n: format.number(stats.items) })
  return (
    <Card
      aria-labelledby={nameId}
      className="mb-5 grid min-w-0 gap-x-8 gap-y-4 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_fit-content(20rem)] sm:items-center"
    >
      <div className="flex min-w-0 items-center gap-3">
        <Avatar
          name={name || number}
          kind={connected ? 'number' : 'person'}
          className="size-10"
          {...(avatarUrl && { src: avatarUrl })}
        />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 id={nameId} title={name} className="text-title font-semibold wrap-anywhere">
              {name || number}
            </h2>
            <DeviceStatusBadge status={connected ? 'connected' : 'disconnected'} />
          </div>
          <p className="tnum text-caption text-muted-foreground">
            {number} · {items}
          </p>
        </div>
      </div>
      <NumberState summary={summary} />
    </Card>
  )
}
