import { listGroupContacts } from '@kirim/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'
import type { PreviewContact } from '#shared/message-editor/preview-chat.tsx'

const SHOWN = 3

/** Some contacts of a group for the preview; empty when no existing group is selected. */
export function useGroupPeople(groupId: string | null): readonly PreviewContact[] {
  const { data } = useQuery({
    ...callQuery(listGroupContacts, { params: { id: groupId ?? '' }, query: { limit: SHOWN } }),
    enabled: groupId !== null,
    retry: false,
  })
  return groupId === null ? [] : (data ?? [])
}
