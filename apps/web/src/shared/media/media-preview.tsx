import { AudioLines, File as FileIcon, FileText, type LucideIcon, Video } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#shared/ui/cn.ts'
import { type MediaKind, mediaKindOf } from './media-file.ts'
import placeholder from './media-placeholder.svg'

const ICONS: Record<Exclude<MediaKind, 'image'>, LucideIcon> = {
  video: Video,
  audio: AudioLines,
  document: FileText,
  other: FileIcon,
}

interface MediaPreviewProps {
  /** The address of the file; null while unknown. */
  src: string | null
  /** Its MIME type. */
  type: string
  /** '' when the name is shown next to it. */
  alt: string
  className?: string
}

/** An image, or an icon for any other file. An image that fails to load becomes a placeholder. */
export function MediaPreview({ src, type, alt, className }: MediaPreviewProps) {
  const kind = mediaKindOf(type)
  const box = cn(
    'grid place-items-center overflow-hidden bg-muted text-muted-foreground',
    className,
  )
  if (kind === 'image') return <Picture key={src} src={src} alt={alt} className={box} />
  const Icon = ICONS[kind]
  return (
    <span className={box}>
      <Icon
        className="size-6"
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      />
    </span>
  )
}

function Picture({ src, alt, className }: { src: string | null; alt: string; className: string }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className={className}>
      {src && (
        <img
          src={broken ? placeholder : src}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
