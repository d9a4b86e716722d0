import type { AppInfo } from '@kirim/contract/system'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches, useSearchParams } from 'react-router'
import { useAppInfo } from '#shared/api/app-info.ts'

/** What an address says beside its route: parameters of the path, and of the query. */
export interface RouteAddress {
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

type RouteTitle = (address: RouteAddress, network: AppInfo['network'] | undefined) => string

export interface RouteHandle {
  /** The English key of the browser tab's name; a function where it depends on more than the route. */
  title: string | RouteTitle
}

/** Names the browser's tab after the route in sight, and answers that name. */
export function useRouteTitle(): string {
  const { t } = useTranslation()
  const network = useAppInfo()?.network
  const [search] = useSearchParams()
  const match = useMatches().at(-1)
  const handle = match?.handle as RouteHandle | undefined
  const named = handle?.title
  const key =
    typeof named === 'function' ? named({ params: match?.params ?? {}, search }, network) : named
  const title = key ? `${t(key)} · Kirim` : 'Kirim'
  useEffect(() => {
    document.title = title
  }, [title])
  return title
}
