import { infoOfPage } from '#shared/api/page-info.ts'

/** The parameters of an address: those of its path, and its query. */
export interface RouteAddress {
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

/**
 * The English key of the browser tab's name; a function where it depends on more than the route.
 */
export type PageTitle = string | ((address: RouteAddress, onLiveNetwork: boolean) => string)

export function titleOf(title: PageTitle, address: RouteAddress): string {
  return typeof title === 'function' ? title(address, isOnLiveNetwork()) : title
}

function isOnLiveNetwork(): boolean {
  const info = infoOfPage()
  return typeof info === 'object' && info !== null && 'network' in info && info.network === 'live'
}
