import { VERSION_HEADER } from '@kirim/contract/version-header'
import { infoOfPage } from './page-info.ts'

declare global {
  interface Window {
    /**
     * Reloads the page, at most every 30 seconds. Defined by `theme.js`, which also calls it when
     * the page's first script is missing on a reachable server.
     */
    reloadOnce?: () => void
  }
}

/**
 * Whether the page was served by another version. During a rolling update of several servers, any
 * of them may answer.
 */
export function isOfAnother(version: string | null): boolean {
  // The server writes it into the page; a development server does not.
  const own = infoOfPage() as { version?: string } | undefined
  return own !== undefined && version !== null && version !== own.version
}

/** Reloads the page, unless that would lose unsaved input. */
export function reloadForVersion(): void {
  const leave = new Event('beforeunload', { cancelable: true })
  if (window.dispatchEvent(leave)) window.reloadOnce?.()
}

/** For a page whose files cannot be loaded: a newer version has other files. */
export function reloadIfAnotherServes(): Promise<void> {
  return fetch('/api/health/live').then(
    ({ headers }) => {
      if (isOfAnother(headers.get(VERSION_HEADER))) reloadForVersion()
    },
    () => undefined,
  )
}
