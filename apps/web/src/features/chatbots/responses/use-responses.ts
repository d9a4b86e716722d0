import { exportSavedResponses, listSavedResponses } from '@kirim/contract/chatbot-tools'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { requestPage } from '#shared/api/request.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { toast } from '#shared/toast/toast.ts'

const RESPONSES_PER_PAGE = 50
/** Contacts write while the page is open. */
const REFETCH_INTERVAL_MS = 15_000

/** The visible page of saved responses; the previous one stays until the next one is loaded. */
export function useResponses(deviceId: string, q: string, { enabled }: { enabled: boolean }) {
  const place = useCursor(JSON.stringify([deviceId, q]))
  const params = { deviceId }
  const query = { limit: RESPONSES_PER_PAGE, q, cursor: place.cursor }
  const responses = useQuery({
    queryKey: [...keyOf(listSavedResponses, { params, query }), 'page'],
    queryFn: ({ signal }) => requestPage(listSavedResponses, { params, query }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const { data, isPlaceholderData } = responses
  return { responses, pager: useCursorPager(place, data, isPlaceholderData, RESPONSES_PER_PAGE) }
}

/** Downloads the file with the session's token, which a plain link could not carry. */
export function useResponsesExport(deviceId: string) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () =>
      requestBlob(
        exportSavedResponses,
        { params: { deviceId }, query: { timeZone: browserTimeZone() } },
        new AbortController().signal,
      ),
    onSuccess: (file) => saveFile(file, 'saved-responses.csv'),
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
}
