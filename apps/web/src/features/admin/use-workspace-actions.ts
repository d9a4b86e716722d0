import {
  type AdminWorkspace,
  eraseWorkspace,
  listAllWorkspaces,
  listUsers,
  updateWorkspacePlan,
} from '@kirim/contract/admin'
import type { MembershipPlan } from '@kirim/contract/limits'
import { fullestQuotas } from '@kirim/contract/quotas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'

const listKey = callQuery(listAllWorkspaces).queryKey

/** Admin actions on workspaces; each shows its outcome and updates the list. */
export function useWorkspaceActions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const change = (next: (workspaces: AdminWorkspace[]) => AdminWorkspace[]) =>
    client.setQueryData(listKey, (workspaces) => workspaces && next(workspaces))

  /** Runs an action and returns whether it succeeded. */
  async function run(
    { id }: AdminWorkspace,
    act: () => Promise<unknown>,
    success: string,
    failure: string,
  ): Promise<boolean> {
    setBusy((ids) => new Set(ids).add(id))
    try {
      await act()
      toast({ title: success, tone: 'success' })
      return true
    } catch (error) {
      toast({ title: messageOf(error, failure), tone: 'error' })
      return false
    } finally {
      setBusy((ids) => new Set([...ids].filter((one) => one !== id)))
      for (const queryKey of [listKey, keyOf(listUsers), keyOf(fullestQuotas)]) {
        void client.invalidateQueries({ queryKey })
      }
    }
  }

  return {
    isBusy: ({ id }: AdminWorkspace) => busy.has(id),
    setPlan: (workspace: AdminWorkspace, membershipPlan: MembershipPlan) =>
      run(
        workspace,
        async () => {
          const params = { id: workspace.id }
          const saved = await request(updateWorkspacePlan, { params, body: { membershipPlan } })
          change((all) => all.map((one) => (one.id === saved.id ? saved : one)))
        },
        t('{name} now has the {plan} plan.', { name: workspace.name, plan: membershipPlan }),
        t('Failed to update plan.'),
      ),
    remove: (workspace: AdminWorkspace) =>
      run(
        workspace,
        async () => {
          await request(eraseWorkspace, { params: { id: workspace.id } })
          change((all) => all.filter(({ id }) => id !== workspace.id))
        },
        t('{name} was deleted.', { name: workspace.name }),
        t('Failed to delete the workspace.'),
      ),
  }
}

export type WorkspaceActions = ReturnType<typeof useWorkspaceActions>
