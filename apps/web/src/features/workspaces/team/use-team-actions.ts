import {
  changePerson,
  handOverWorkspace,
  loadTeam,
  type MemberAccess,
  removePerson,
  renewInvitation,
  type TeamInvitation,
  type TeamMember,
  withdrawInvitation,
} from '@kirim/contract/team'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { sentAccess } from '../access/access-values.ts'

/** Runs one act on the team at a time, says what came of it, and loads the team again. */
function useTeamAct<V, D>(
  act: (given: V) => Promise<D>,
  words: { done?: (given: V) => string; failure: string },
  onDone?: (data: D) => void,
) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: act,
    onSuccess: (data, given) => {
      if (words.done) toast({ title: words.done(given), tone: 'success' })
      onDone?.(data)
    },
    onError: (error) => toast({ title: messageOf(error, words.failure), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: callQuery(loadTeam).queryKey }),
  })
}

export function useChangeAccess(onDone: () => void) {
  const { t } = useTranslation()
  return useTeamAct(
    ({ person, access }: { person: TeamMember; access: MemberAccess }) =>
      request(changePerson, { params: { id: person.id }, body: sentAccess(access) }),
    {
      done: ({ person }) => t('What {name} may do has changed.', { name: person.name }),
      failure: t('Nothing was changed. Please try again.'),
    },
    onDone,
  )
}

export function useMakeOwner(onDone: () => void) {
  const { t } = useTranslation()
  return useTeamAct(
    ({ id }: TeamMember) =>
      request(changePerson, {
        params: { id },
        body: { role: 'owner', sees: 'all', deviceIds: [], hidesNumbers: false },
      }),
    {
      done: ({ name }) => t('{name} is now an owner.', { name }),
      failure: t('Nothing was changed. Please try again.'),
    },
    onDone,
  )
}

export function useHandOver(onDone: () => void) {
  const { t } = useTranslation()
  return useTeamAct(
    ({ id }: TeamMember) => request(handOverWorkspace, { body: { id } }),
    {
      done: ({ name }) => t('{name} is now the owner, and you are a manager.', { name }),
      failure: t('The workspace was not handed over. Please try again.'),
    },
    onDone,
  )
}

export function useRemovePerson(onDone: () => void) {
  const { t } = useTranslation()
  return useTeamAct(
    ({ id }: TeamMember) => request(removePerson, { params: { id } }),
    {
      done: ({ name }) => t('{name} no longer belongs to the workspace.', { name }),
      failure: t('Nobody was removed. Please try again.'),
    },
    onDone,
  )
}

export function useRenewInvitation(
  onMade: (made: { id: string; email: string; token: string }) => void,
) {
  const { t } = useTranslation()
  return useTeamAct(
    ({ id }: TeamInvitation) => request(renewInvitation, { params: { id } }),
    { failure: t('No new link was made. Please try again.') },
    onMade,
  )
}

export function useWithdrawInvitation(onDone: () => void) {
  const { t } = useTranslation()
  return useTeamAct(
    ({ id }: TeamInvitation) => request(withdrawInvitation, { params: { id } }),
    {
      done: () => t('The invitation is withdrawn. Its link no longer works.'),
      failure: t('The invitation was not withdrawn. Please try again.'),
    },
    onDone,
  )
}
