import { invitePeople, loadTeam, type MemberAccess } from '@kirim/contract/team'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { sentAccess } from '../access/access-values.ts'

/** Makes a link for each e-mail, or one for anybody. */
export function useInvite() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ emails, access }: { emails: string[]; access: MemberAccess }) =>
      request(invitePeople, { body: { ...sentAccess(access), emails } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(loadTeam) }),
  })
}
