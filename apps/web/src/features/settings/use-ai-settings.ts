import { loadAiSettings } from '@kirim/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'

/** What the server keeps for the AI provider; null when nothing was saved yet. */
export function useAiSettings({ enabled = true } = {}) {
  // Typed words must not be replaced because the window was looked at again.
  return useQuery({ ...callQuery(loadAiSettings), enabled, refetchOnWindowFocus: false })
}
