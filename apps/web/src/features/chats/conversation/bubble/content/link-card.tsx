import type { MessageContent } from '@kirim/contract/message-content'
import { cn } from '#shared/ui/cn.ts'
import { insetClasses } from '../bubble-frame.tsx'

type LinkPreview = Extract<MessageContent, { type: 'link' }>

/** The preview of a link as its sender's app made it. Nothing is loaded until it is followed. */
export function LinkCard({ content, side }: { content: LinkPreview; side: 'in' | 'out' }) {
  const { url, title, description, thumbnail } = content
  const address = addressOf(url)
  if (!address) return null
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noreferrer noopener"
      className={cn(
        'mx-1 mt-1 flex w-[300px] max-w-[calc(100%-8px)] gap-2.5 overflow-hidden',
        insetClasses(side),
      )}
    >
      {thumbnail && (
        <img
          src={`data:image/jpeg;base64,${thumbnail}`}
          alt=""
          draggable={false}
          className="w-16 shrink-0 self-stretch object-cover"
        />
      )}
      <span className={cn('min-w-0 flex-1 py-1.5 pr-2', !thumbnail && 'pl-2')}>
        <span className="line-clamp-2 text-caption font-medium wrap-anywhere">
          {title || address.host}
        </span>
        {description && (
          <span className="line-clamp-2 text-xs wrap-anywhere text-bubble-meta">{description}</span>
        )}
        <span className="block truncate text-xs text-bubble-meta">{address.host}</span>
      </span>
    </a>
  )
}

/** Null for what is no address of the web. */
function addressOf(url: string): URL | null {
  const written = /^https?:/i.test(url) ? url : `https://${url}`
  const address = URL.canParse(written) ? new URL(written) : null
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address : null
}
