import { useState } from 'react'
import { mediaKindOf } from './media-file.ts'
import placeholder from './media-placeholder.svg'
import { MediaPreview } from './media-preview.tsx'
import type { ShownMedia } from './shown-media.ts'

/** A file in a chat: an uncropped picture, or an icon. */
export function WholeMedia({ item: { src, type, name } }: { item: ShownMedia }) {
  if (!src || mediaKindOf(type) !== 'image') {
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
