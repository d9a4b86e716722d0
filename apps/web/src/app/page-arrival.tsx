import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Long enough for a screen reader to pick the text up; a text that stays would be read again and
 * again.
 */
const ANNOUNCED_MS = 1000

/** The current address; null before the first page, which the browser announces itself. */
let here: string | null = null

/**
 * When another page is shown: moves the focus to its heading and announces its title to screen
 * readers.
 */
export function PageArrival({ pathname, title }: { pathname: string; title: string }) {
  const [told, setTold] = useState('')
  const tell = useEffectEvent(() => setTold(title))
  useEffect(() => {
    const first = here === null
    const same = here === pathname
    here = pathname
    if (first || same) return
    focusHeading()
    tell()
  }, [pathname])
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(''), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [told])
  return (
    <div aria-live="polite" className="sr-only">
      {told}
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
