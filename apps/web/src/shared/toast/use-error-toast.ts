import { useEffect } from 'react'
import { messageOf } from '#shared/api/api-error.ts'
import { toast } from './toast.ts'

/**
 * Shows each new load failure as a toast: the server's message, else the fallback [8.server-first].
 * With a title, the message is shown below it.
 */
export function useErrorToast(error: unknown, fallback: string, title?: string): void {
  useEffect(() => {
    if (!error) return
    const message = messageOf(error, fallback)
    toast(
      title ? { title, description: message, tone: 'error' } : { title: message, tone: 'error' },
    )
  }, [error, fallback, title])
}
