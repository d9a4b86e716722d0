import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** The list is silent otherwise, and says this at most that often. */
const EVERY_MS = 10_000

/** Says to screen readers how many chats are new in Unanswered, and how many wait there. */
export function ListStatus({ waiting }: { waiting: number | null }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [said, setSaid] = useState('')
  const before = useRef<number | null>(null)
  const lastAt = useRef(0)
  const say = useEffectEvent(() => {
    if (waiting === null) return
    const fresh = waiting - (before.current ?? waiting)
    before.current = waiting
    if (fresh <= 0) return
    lastAt.current = Date.now()
    setSaid(
      t('{fresh} new, {n} wait for an answer', {
        count: waiting,
        fresh: number(fresh),
        n: number(waiting),
      }),
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: says each new number.
  useEffect(() => {
    if (before.current === null) {
      say()
      return
    }
    const timer = setTimeout(() => say(), Math.max(0, lastAt.current + EVERY_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [waiting])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
