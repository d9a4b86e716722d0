import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountedTitle } from '#shared/ui/tab-count.ts'

/**
 * Long enough for a screen reader to notice the text, which is then removed so that it is read
 * once.
 */
const ANNOUNCED_MS = 1000

/** What is on screen; null before the first page, which the browser announces itself. */
let shown: { pathname: string; workspaceId: string | null } | null = null

interface PageAnnouncerProps {
  pathname: string
  /** The translation key of the page's name. */
  name: string
  /** The workspace of the tab, which is announced when another one is opened. */
  workspace?: { id: string; name: string } | null
}

/**
 * Names the browser tab. On each new page moves the focus to its heading and announces its title to
 * screen readers.
 */
export function PageAnnouncer({ pathname, name, workspace = null }: PageAnnouncerProps) {
  const { t } = useTranslation()
  const workspaceId = workspace?.id ?? null
  const title = `${t(name)} · Kirim`
  const counted = useCountedTitle(title)
  useEffect(() => {
    document.title = counted
  }, [counted])
  const [announcement, setAnnouncement] = useState('')
  const announcePage = useEffectEvent(() => {
    const before = shown
    shown = { pathname, workspaceId }
    if (!before) return
    const switched = before.workspaceId !== null && workspaceId !== before.workspaceId
    if (!switched && before.pathname === pathname) return
    focusHeading()
    setAnnouncement(switched && workspace ? `${workspace.name}: ${title}` : title)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: also announces another workspace.
  useEffect(() => announcePage(), [pathname, workspaceId])
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
 * Focuses the page's heading, otherwise its content, unless an element of the page has the focus.
 */
function focusHeading(): void {
  const main = document.querySelector('main')
  if (!main || (main !== document.activeElement && main.contains(document.activeElement))) return
  for (const target of [...main.querySelectorAll('h1'), main]) {
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    // A heading that is not shown at this width does not take it.
    if (document.activeElement === target) return
  }
}
