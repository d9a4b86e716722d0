import { useMatches, useSearchParams } from 'react-router'
import { infoOfPage } from '#shared/api/page-info.ts'
import { usePageTitle } from './use-page-title.ts'

/** What an address says beside its route: parameters of the path, and of the query. */
export interface RouteAddress {
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

type RouteTitle = (address: RouteAddress, onLiveNetwork: boolean) => string

export interface RouteHandle {
  /** The English key of the browser tab's name; a function where it depends on more than the route. */
  title: string | RouteTitle
}

/** Names the browser's tab after the route in sight, and answers that name. */
export function useRouteTitle(): string {
  const [search] = useSearchParams()
  const match = useMatches().at(-1)
  const handle = match?.handle as RouteHandle | undefined
  const named = handle?.title
  const key =
    typeof named === 'function'
      ? named({ params: match?.params ?? {}, search }, isOnLiveNetwork())
      : named
  return usePageTitle(key)
}

function isOnLiveNetwork(): boolean {
  const info = infoOfPage()
  return typeof info === 'object' && info !== null && 'network' in info && info.network === 'live'
}
