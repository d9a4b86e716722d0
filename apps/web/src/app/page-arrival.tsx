import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Long enough for a screen reader to take the text up;
 * a text that stays would be read again and again.
 */
const ANNOUNCED_MS = 1000

/** Where the visit is; null before its first page, which is the browser's to announce. */
let here: string | null = null

/**
 * When a page takes the place of another one: moves the focus to its heading, from where Tab goes
 * on, and tells screen readers its title.
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
