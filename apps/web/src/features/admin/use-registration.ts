import {
  createInvitation,
  deleteInvitation,
  type Invitation,
  listInvitations,
  type RegistrationMode,
  registrationSetting,
  setRegistration,
} from '@kirim/contract/registration'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'

const modeKey = callQuery(registrationSetting).queryKey
const invitationsKey = callQuery(listInvitations).queryKey

/** Loads and changes who may register. */
export function useRegistrationMode() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(callQuery(registrationSetting))
  const { mutate, isPending, variables } = useSingleMutation({
    mutationFn: (mode: RegistrationMode) => request(setRegistration, { body: { mode } }),
    onSuccess: (saved) => {
      client.setQueryData(modeKey, saved)
      toast({ title: t('Registration updated.'), tone: 'success' })
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('Failed to update registration.')), tone: 'error' }),
  })
  return { query, mode: isPending ? variables : query.data?.mode, busy: isPending, change: mutate }
}

/** Loads and deletes open invitations. */
export function useInvitations() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(callQuery(listInvitations))
  const withdrawal = useSingleMutation({
    mutationFn: ({ _id }: Invitation) => request(deleteInvitation, { params: { id: _id } }),
    onSuccess: (_done, { _id }) => {
      client.setQueryData(invitationsKey, (open) => open?.filter((one) => one._id !== _id))
      toast({ title: t('The invitation is withdrawn.'), tone: 'success' })
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('Failed to withdraw the invitation.')), tone: 'error' }),
    onSettled: () => void query.refetch(),
  })
  return {
    query,
    withdraw: withdrawal.mutate,
    withdrawing: withdrawal.isPending ? withdrawal.variables._id : null,
  }
}

/** Creates an invitation; only the response contains its link. */
export function useInvite() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (note: string) => request(createInvitation, { body: { note } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: invitationsKey }),
  })
}
