import { loadAiSettings } from '@kirim/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'

/** The stored AI settings; null when there are none. */
export function useAiSettings({ enabled = true } = {}) {
  // A refetch on focus would replace unsaved input.
  return useQuery({ ...callQuery(loadAiSettings), enabled, refetchOnWindowFocus: false })
}
