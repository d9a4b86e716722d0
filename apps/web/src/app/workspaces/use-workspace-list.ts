import type { User } from '@kirim/contract/accounts'
import { listWorkspaces } from '@kirim/contract/workspaces'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { keepKnown, knownWorkspaces, type ListedWorkspaces } from './stored-workspaces.ts'

const RETRY_MS = 5000

/** The workspaces of the person: those of an earlier visit at once, then the server's. */
export function useWorkspaceList(person: User) {
  const query = useQuery({
    ...callQuery(listWorkspaces),
    queryFn: ({ signal }) =>
      request(listWorkspaces, {}, { signal }).catch((error: unknown) => aloneAt(error, person)),
    initialData: () => knownWorkspaces(person._id) ?? undefined,
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  const { data, isFetchedAfterMount } = query
  useEffect(() => {
    if (data && isFetchedAfterMount) keepKnown(person._id, data)
  }, [data, isFetchedAfterMount, person._id])
  return query
}

/** To a server without the call, everybody is alone in a workspace. */
function aloneAt(error: unknown, person: User): ListedWorkspaces {
  if (!(error instanceof ApiError) || ![404, 501].includes(error.status)) throw error
  const alone = {
    id: person._id,
    name: person.name,
    role: 'owner',
    sees: 'all',
    hidesNumbers: false,
    people: 1,
    numbers: 0,
    membershipPlan: person.membershipPlan,
    defaultCountry: person.defaultCountry,
    hidesNumbersOfAgents: false,
  } as const
  return { workspaces: [alone], usual: person._id }
}
