import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#shared/i18n/format.ts'
import { mediaKindOf } from './media-file.ts'
import placeholder from './media-placeholder.svg'
import { MediaPreview } from './media-preview.tsx'
import type { ShownMedia } from './shown-media.ts'

/** A file in a chat: an uncropped picture, sound that plays, a document by name, or an icon. */
export function WholeMedia({ item }: { item: ShownMedia }) {
  const { src, type, name } = item
  const kind = mediaKindOf(type)
  if (kind === 'audio' && src) return <SoundPlayer src={src} name={name} />
  if (kind === 'document') return <DocumentCard {...item} />
  if (!src || kind !== 'image') {
    return <MediaPreview src={src} type={type} alt={name} className="h-32 w-full" />
  }
  return <WholePicture key={src} src={src} alt={name} />
}

/** An uncropped picture, limited to the height that a phone shows. */
export function WholePicture({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState(false)
  return (
    <img
      src={broken ? placeholder : src}
      alt={alt}
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
      className="block max-h-80 min-h-16 w-full bg-muted object-contain"
    />
  )
}

/** Sound with the browser's own controls. */
export function SoundPlayer({ src, name }: { src: string; name: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: people's own uploads carry no captions
    <audio src={src} controls preload="metadata" aria-label={name} className="block h-12 w-full" />
  )
}

interface DocumentCardProps {
  name: string
  size?: number
}

/** A document as phones show it: its icon, name, kind and size. */
export function DocumentCard({ name, size }: DocumentCardProps) {
  const { fileSize } = useFormat()
  const ending = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase()
  const facts = [ending, size !== undefined && fileSize(size)].filter(Boolean).join(' · ')
  return (
    <div className="flex min-h-14 items-center gap-2.5 bg-muted px-3 py-2.5 text-foreground">
      <FileText className="size-6 shrink-0 text-muted-foreground" aria-hidden="true" />
      <div className="min-w-0">
        <p className="line-clamp-2 leading-5 font-medium wrap-anywhere">{name}</p>
        {facts && <p className="tnum text-xs text-muted-foreground">{facts}</p>}
      </div>
    </div>
  )
}
