import { AppInfo, appInfo } from '@kirim/contract/system'
import { useQuery } from '@tanstack/react-query'
import { infoOfPage } from './page-info.ts'
import { callQuery } from './query.ts'

const known = AppInfo.safeParse(infoOfPage()).data

/**
 * What this server is (network, media host, version): known from the first paint on, where the
 * server wrote it into the page; else undefined until it has been asked.
 */
export function useAppInfo() {
  const query = callQuery(appInfo)
  return useQuery({
    ...query,
    staleTime: Number.POSITIVE_INFINITY,
    ...(known && { initialData: known }),
  }).data
}
