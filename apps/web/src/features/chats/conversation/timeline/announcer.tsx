import type { ChatEntry } from '@kirim/contract/chat-entries'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntryName } from '../bubble/entry-name.ts'
import { sideOf } from './timeline-rows.ts'

/** More that come at once are not read out one by one. */
const SAID_AT_ONCE = 3

/** Says to screen readers what comes into the open chat, and whether what one sent has left. */
export function Announcer({ entries }: { entries: readonly ChatEntry[] }) {
  const { t } = useTranslation()
  const nameOf = useEntryName()
  const [said, setSaid] = useState('')
  const before = useRef<ReadonlyMap<string, ChatEntry> | null>(null)
  useEffect(() => {
    const known = before.current
    before.current = new Map(entries.map((entry) => [entry.id, entry]))
    if (known === null) return
    const newest = [...known.values()].at(-1)?.place ?? ''
    const came = entries.filter(
      (entry) => !known.has(entry.id) && entry.place > newest && sideOf(entry) === 'in',
    )
    const news = [
      ...came.slice(-SAID_AT_ONCE).map(nameOf),
      ...entries.flatMap(({ id, state }) => {
        if (known.get(id)?.state !== 'pending') return []
        if (state === 'failed') return t('Not sent')
        return state === 'pending' ? [] : t('Sent')
      }),
    ]
    if (news.length > 0) setSaid(news.join('. '))
  }, [entries, nameOf, t])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}
