import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * To be called for every event about a query. An answer on its way may be older than an event that
 * overtakes it: then it is asked for once more.
 */
export function useRefetchWhenStale(queryKey: QueryKey): () => void {
  const client = useQueryClient()
  const fetching = useIsFetching({ queryKey }) > 0
  const stale = useRef(false)
  useEffect(() => {
    if (fetching || !stale.current) return
    stale.current = false
    void client.invalidateQueries({ queryKey })
  })
  return () => {
    stale.current ||= fetching
  }
}
