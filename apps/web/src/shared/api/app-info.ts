import { AppInfo, appInfo } from '@kirim/contract/system'
import { useQuery } from '@tanstack/react-query'
import { infoOfPage } from './page-info.ts'
import { callQuery } from './query.ts'

const known = AppInfo.safeParse(infoOfPage()).data

/**
 * Information about the server (network, media host, version). Available on first render when the
 * server embedded it in the page; otherwise undefined until it is loaded.
 */
export function useAppInfo() {
  const query = callQuery(appInfo)
  return useQuery({
    ...query,
    staleTime: Number.POSITIVE_INFINITY,
    ...(known && { initialData: known }),
  }).data
}
