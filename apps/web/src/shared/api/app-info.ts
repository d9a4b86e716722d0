import { appInfo } from '@kirim/contract/system'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from './query.ts'

/** What this server is (network, media host, version); undefined until it is known. */
export function useAppInfo() {
  return useQuery({ ...callQuery(appInfo), staleTime: Number.POSITIVE_INFINITY }).data
}
