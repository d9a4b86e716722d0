import { lazy, Suspense } from 'react'
import { whenIdle } from '#shared/ui/when-idle.ts'

const Watch = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve))
  return { default: (await import('#features/chats/live/chat-watch.tsx')).ChatWatch }
})

const Pill = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve))
  return { default: (await import('#features/chats/live/unanswered-pill.tsx')).UnansweredPill }
})

/** How many chats wait for an answer, beside a link; loaded once the page is there. */
export function UnansweredCount({ className }: { className?: string }) {
  return (
    <Suspense fallback={null}>
      <Pill className={className} />
    </Suspense>
  )
}

/** Keeps that number up to date on every page, in the browser tab as well. */
export function UnansweredWatch() {
  return (
    <Suspense fallback={null}>
      <Watch />
    </Suspense>
  )
}
