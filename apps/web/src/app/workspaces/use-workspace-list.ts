import { listWorkspaces } from '@kirim/contract/workspaces'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '#shared/api/query.ts'
import { forgetKnown, keepKnown, knownWorkspaces } from './stored-workspaces.ts'

const RETRY_MS = 5000

/** The workspaces of the person: after a reload those of before at once, then the server's. */
export function useWorkspaceList(personId: string) {
  const query = useQuery({
    ...callQuery(listWorkspaces),
    initialData: () => knownWorkspaces(personId) ?? undefined,
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  const { data, isFetchedAfterMount } = query
  useEffect(() => {
    if (data && isFetchedAfterMount) keepKnown(personId, data)
  }, [data, isFetchedAfterMount, personId])
  // A reload of the page unmounts nothing.
  useEffect(() => () => forgetKnown(personId), [personId])
  return query
}
