import type { MessageContent } from '@kirim/contract/message-content'
import { ExternalLink, MapPin } from 'lucide-react'
import { useWords } from '../../words.ts'
import { FileCard } from '../file/file-card.tsx'

type Location = Extract<MessageContent, { type: 'location' }>

/** A place as a card; the map is loaded only when its link is followed. */
export function LocationCard({ content, side }: { content: Location; side: 'in' | 'out' }) {
  const { t } = useWords()
  const { latitude, longitude, name, address, isLive } = content
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  return (
    <FileCard
      side={side}
      icon={MapPin}
      iconClasses="text-destructive"
      title={name || (isLive ? t('Live location') : t('Location'))}
      detail={
        <>
          {address && <span className="block wrap-anywhere">{address}</span>}
          {place}
        </>
      }
      action={
        <a
          href={map}
          target="_blank"
          rel="noreferrer noopener"
          title={t('Open the map')}
          className="grid size-8 shrink-0 place-items-center rounded-md text-bubble-meta hover:bg-accent pointer-coarse:size-10"
        >
          <ExternalLink className="size-4" aria-hidden="true" />
          <span className="sr-only">{t('Open the map')}</span>
        </a>
      }
    />
  )
}
