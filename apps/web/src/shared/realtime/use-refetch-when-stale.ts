import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Returns a function to call on every event about a query. When a response is in flight at that
 * time, which may be older than the event, the query is fetched again afterwards.
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
