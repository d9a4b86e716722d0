import type { Role, User } from '@kirim/contract/accounts'
import { deleteUser, listUsers, updateUser } from '@kirim/contract/admin'
import type { MembershipPlan } from '@kirim/contract/limits'
import { fullestQuotas } from '@kirim/contract/quotas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'

const usersKey = callQuery(listUsers).queryKey

/** Admin actions on members; each shows its outcome and updates the list [8.admin]. */
export function useUserActions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const change = (next: (members: User[]) => User[]) =>
    client.setQueryData(usersKey, (members) => members && next(members))
  const put = (saved: User) =>
    change((members) => members.map((member) => (member._id === saved._id ? saved : member)))

  /** Runs an action and returns whether it succeeded. */
  async function run(
    member: User,
    act: () => Promise<unknown>,
    success: string,
    failure: string,
  ): Promise<boolean> {
    setBusy((ids) => new Set(ids).add(member._id))
    try {
      await act()
      toast({ title: success, tone: 'success' })
      return true
    } catch (error) {
      toast({ title: messageOf(error, failure), tone: 'error' })
      return false
    } finally {
      setBusy((ids) => new Set([...ids].filter((id) => id !== member._id)))
      void client.invalidateQueries({ queryKey: usersKey })
      void client.invalidateQueries({ queryKey: keyOf(fullestQuotas) })
    }
  }

  const update = async (member: User, body: { role?: Role; membershipPlan?: MembershipPlan }) =>
    put(await request(updateUser, { params: { id: member._id }, body }))

  return {
    isBusy: (member: User) => busy.has(member._id),
    setPlan: (member: User, membershipPlan: MembershipPlan) =>
      run(
        member,
        () => update(member, { membershipPlan }),
        t('{name} now has the {plan} plan.', { name: member.name, plan: membershipPlan }),
        t('Failed to update plan.'),
      ),
    setRole: (member: User, role: Role) =>
      run(
        member,
        () => update(member, { role }),
        role === 'admin'
          ? t('{name} is now an admin.', { name: member.name })
          : t('{name} is no longer an admin.', { name: member.name }),
        t('Failed to change role.'),
      ),
    remove: (member: User) =>
      run(
        member,
        async () => {
          await request(deleteUser, { params: { id: member._id } })
          change((members) => members.filter(({ _id }) => _id !== member._id))
        },
        t('{name} was deleted.', { name: member.name }),
        t('Failed to delete user.'),
      ),
  }
}

export type UserActions = ReturnType<typeof useUserActions>
