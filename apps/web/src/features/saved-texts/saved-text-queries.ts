import { listSavedTexts, loadSavedText } from '@kirim/contract/saved-texts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, keyOf } from '#shared/api/query.ts'

/** Those that hold what was typed; the earlier ones stay visible until they are found. */
export function useSavedTexts(q: string) {
  return useQuery({
    ...callQuery(listSavedTexts, { query: { q } }),
    placeholderData: keepPreviousData,
  })
}

/** Reloads everything that shows saved texts. */
export function useSavedTextsRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [listSavedTexts, loadSavedText].map((spec) =>
        queryClient.invalidateQueries({ queryKey: keyOf(spec) }),
      ),
    )
  }
}
