import { listGroupContacts } from '@kirim/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'
import type { PreviewContact } from '#shared/message-editor/preview-chat.tsx'

const SHOWN = 3

/** Some people of a group, for the preview; none while no group that exists is chosen. */
export function useGroupPeople(groupId: string | null): readonly PreviewContact[] {
  const { data } = useQuery({
    ...callQuery(listGroupContacts, { params: { id: groupId ?? '' }, query: { limit: SHOWN } }),
    enabled: groupId !== null,
    retry: false,
  })
  return groupId === null ? [] : (data ?? [])
}
