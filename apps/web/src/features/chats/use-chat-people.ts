import { type ChatPerson, listChatPeople } from '@kirim/contract/chat-people'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '#shared/api/query.ts'

/** Who comes or goes is no news of every minute. */
const KNOWN_MS = 10 * 60_000

/** The people of the workspace, and by their ids. */
export function useChatPeople() {
  const { data } = useQuery({
    ...callQuery(listChatPeople),
    staleTime: KNOWN_MS,
    refetchOnWindowFocus: false,
  })
  return useMemo(() => {
    const people: readonly ChatPerson[] = data ?? []
    return { people, byId: new Map(people.map((person) => [person.id, person])) }
  }, [data])
}
