import { findWorkspace } from '@kirim/contract/workspaces'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'
import { useWorkspaces } from './workspace-context.ts'

export interface Holder {
  id: string
  name: string
}

/**
 * Which other workspace of the person has the number or campaign that this one does not have; null
 * for none, undefined while the server is asked, once.
 * @param missingId null when nothing is missing
 */
export function useHolder(missingId: string | null): Holder | null | undefined {
  const { current, mine } = useWorkspaces()
  const asks = missingId !== null && mine.length > 1
  const { data, isPending } = useQuery({
    ...callQuery(findWorkspace, { params: { id: missingId ?? '' } }),
    enabled: asks,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!asks) return null
  if (isPending) return undefined
  return data && data.id !== current?.id ? data : null
}
