import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useLinkSecret } from '#shared/auth/use-link-secret.ts'
import { tabStore } from '#shared/storage/text-store.ts'

const KEY = 'teamInvitation'

/**
 * The token of the link, or of the link with which this tab began: signing in leads over other
 * addresses, which never hold it. '' without one.
 */
export function useKeptToken(): string {
  const given = useLinkSecret('token')
  useEffect(() => {
    if (given) tabStore.set(KEY, given)
  }, [given])
  return given || (tabStore.get(KEY) ?? '')
}

/** Leaves the page for good after joining. */
export function useLeaveJoined(): () => void {
  const [, navigate] = useLocation()
  return () => {
    tabStore.remove(KEY)
    // The link is used, so Back must not return to it.
    navigate('/', { replace: true })
  }
}
