import { VERSION_HEADER } from '@kirim/contract/version-header'
import { infoOfPage } from './page-info.ts'

declare global {
  interface Window {
    /**
     * Reloads the page, at most every half a minute. `theme.js` does so itself where the first file
     * of the page is missing, since there is no other code then, unless the server is away.
     */
    reloadOnce?: () => void
  }
}

/**
 * Whether a server of this version is another one than the page came from: while several servers
 * are updated one after the other, any of them may answer.
 */
export function isOfAnother(version: string | null): boolean {
  // Written by the server; the page of a development server has none.
  const own = infoOfPage() as { version?: string } | undefined
  return own !== undefined && version !== null && version !== own.version
}

/** Reloads a page that cannot go on, unless that would lose what somebody has typed. */
export function reloadForVersion(): void {
  const leave = new Event('beforeunload', { cancelable: true })
  if (window.dispatchEvent(leave)) window.reloadOnce?.()
}

/** For a page whose files cannot be loaded: another version has others. */
export function reloadIfAnotherServes(): Promise<void> {
  return fetch('/api/health/live').then(
    ({ headers }) => {
      if (isOfAnother(headers.get(VERSION_HEADER))) reloadForVersion()
    },
    () => undefined,
  )
}
