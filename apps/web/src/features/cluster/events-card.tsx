import type { ClusterEvent } from '@kirim/contract/cluster'
import { useTranslation } from 'react-i18next'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { eventLooks } from './node-looks.ts'
import { useNodeTexts } from './use-node-texts.ts'

/** The events of the cluster, newest first. */
export function EventsCard({ events }: { events: readonly ClusterEvent[] }) {
  const { t } = useTranslation()
  const texts = useNodeTexts()
  return (
    <Card aria-labelledby="events" className="min-w-0">
      <CardHeader id="events" title={t('What happened')} />
      {events.length === 0 && (
        <p className="border-t px-5 py-3 text-muted-foreground">{t('Nothing yet.')}</p>
      )}
      <ol>
        {events.map((event) => {
          const { icon: Icon, classes } = eventLooks[event.code]
          return (
            <li key={event.id} className="flex items-start gap-3 border-t px-5 py-2.5">
              <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', classes)} />
              <p className="min-w-0 flex-1 wrap-anywhere">{texts.ofEvent(event)}</p>
              <time
                dateTime={event.at}
                className="tnum text-caption whitespace-nowrap text-muted-foreground"
              >
                {texts.at(event.at)}
              </time>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
