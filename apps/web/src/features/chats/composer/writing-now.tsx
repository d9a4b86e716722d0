import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#shared/ui/avatar.tsx'
import type { PersonHere } from '../live/use-chat-presence.ts'

/** Shorter writing is not shown. */
const SHOWN_AFTER_MS = 1000

/** Says who of the others is writing. Not spoken, as it comes and goes. */
export function WritingNow({ others }: { others: readonly PersonHere[] }) {
  const { t } = useTranslation()
  const writer = others.find(({ isWriting }) => isWriting)
  const [shownId, setShownId] = useState<string | null>(null)
  const id = writer?.id ?? null
  useEffect(() => {
    const timer = setTimeout(() => setShownId(id), id === null ? 0 : SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id])
  if (!writer || shownId !== writer.id) return null
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-xs text-muted-foreground">
      <Avatar name={writer.name} className="size-5 text-[10px]" />
      <span className="truncate">{t('{name} is writing…', { name: writer.name })}</span>
    </p>
  )
}
