import type { BodyOf } from '@kirim/contract/call'
import { changeWorkspace } from '@kirim/contract/workspaces'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'

export type WorkspaceChange = BodyOf<typeof changeWorkspace>

/** Changes the workspace of this tab, and shows it as it is then. */
export function useChangeWorkspace(done: string) {
  const { t } = useTranslation()
  const { readAgain } = useWorkspaces()
  return useSingleMutation({
    mutationFn: (body: WorkspaceChange) => request(changeWorkspace, { body }),
    onSuccess: async () => {
      toast({ title: done, tone: 'success' })
      await readAgain()
    },
    onError: (error) =>
      toast({
        title: messageOf(error, t('The workspace was not changed. Please try again.')),
        tone: 'error',
      }),
  })
}
