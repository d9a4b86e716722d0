import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Long enough for a screen reader to pick the text up; a text that stays would be read again and
 * again.
 */
const ANNOUNCED_MS = 1000

/** The current address; null before the first page, which the browser announces itself. */
let currentPath: string | null = null

/**
 * When another page is shown: moves the focus to its heading and announces its title to screen
 * readers.
 */
export function PageAnnouncer({ pathname, title }: { pathname: string; title: string }) {
  const [announcement, setAnnouncement] = useState('')
  const announce = useEffectEvent(() => setAnnouncement(title))
  useEffect(() => {
    const first = currentPath === null
    const same = currentPath === pathname
    currentPath = pathname
    if (first || same) return
    focusHeading()
    announce()
  }, [pathname])
  useEffect(() => {
    if (!announcement) return
    const timer = setTimeout(() => setAnnouncement(''), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [announcement])
  return (
    <div aria-live="polite" className="sr-only">
      {announcement}
    </div>
  )
}

/**
 * The page's heading, else its content; unless something on the page has taken the focus itself.
 */
function focusHeading(): void {
  const main = document.querySelector('main')
  if (!main || (main !== document.activeElement && main.contains(document.activeElement))) return
  const target = main.querySelector('h1') ?? main
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
