import type { User } from '@kirim/contract/accounts'
import { useEffect, useEffectEvent, useState } from 'react'
import { onForbidden } from '#shared/api/bearer.ts'
import { whenIdle } from '#shared/ui/when-idle.ts'

/**
 * Reloads the signed-in user, whose plan or role may have changed: for each new token, when the
 * window regains focus, after a forbidden call, and when the returned function is called.
 */
export function useAccountRefresh(
  token: string | undefined,
  onRead: (user: User) => void,
): () => void {
  const [reloads, setReloads] = useState(0)
  const read = useEffectEvent(onRead)
  useEffect(() => {
    const reload = () => setReloads((times) => times + 1)
    window.addEventListener('focus', reload)
    const stopListening = onForbidden(reload)
    return () => {
      window.removeEventListener('focus', reload)
      stopListening()
    }
  }, [])
  useEffect(() => {
    if (!token) return
    const controller = new AbortController()
    const readNow = () =>
      void readAccount(controller.signal)
        .then((user) => !controller.signal.aborted && read(user))
        .catch(() => undefined)
    // The first page has priority.
    const callOff = reloads === 0 ? whenIdle(readNow) : readNow()
    return () => {
      callOff?.()
      controller.abort()
    }
  }, [token, reloads])
  return () => setReloads((times) => times + 1)
}

/** Imported on demand, because the sign-in page works without the API client. */
async function readAccount(signal: AbortSignal): Promise<User> {
  const [{ profile }, { request }] = await Promise.all([
    import('@kirim/contract/accounts'),
    import('#shared/api/request.ts'),
  ])
  return request(profile, {}, { signal })
}
