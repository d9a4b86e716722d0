import { type ClusterNode, drainNode, forgetNode, getCluster } from '@kirim/contract/cluster'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'

const ASK_AGAIN_MS = 5000

/** The nodes, refetched while the page is open. */
export function useCluster({ enabled }: { enabled: boolean }) {
  return useQuery({ ...callQuery(getCluster), enabled, refetchInterval: ASK_AGAIN_MS })
}

export interface NodeChange {
  node: ClusterNode
  action: 'drain' | 'serve' | 'forget'
}

/** The actions of an admin on a node; each shows its outcome. */
export function useNodeChange() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const done = ({ node: { name }, action }: NodeChange) => {
    if (action === 'forget') return t('{node} removed from the list.', { node: name })
    if (action === 'serve') return t('{node} takes numbers again.', { node: name })
    return t('{node} is handing its numbers to the other nodes.', { node: name })
  }
  return useSingleMutation({
    async mutationFn({ node: { id }, action }: NodeChange) {
      const params = { id }
      // A pending refetch would overwrite this with an older answer.
      await client.cancelQueries({ queryKey: callQuery(getCluster).queryKey })
      if (action === 'forget') return request(forgetNode, { params })
      return request(drainNode, { params, body: { draining: action === 'drain' } })
    },
    onSuccess(cluster, change) {
      client.setQueryData(callQuery(getCluster).queryKey, cluster)
      toast({ title: done(change), tone: 'success' })
    },
    onError(error) {
      toast({ title: messageOf(error, t('Could not change the node.')), tone: 'error' })
      void client.invalidateQueries({ queryKey: callQuery(getCluster).queryKey })
    },
  })
}

export type ChangeNode = ReturnType<typeof useNodeChange>
