import type { CallSpec } from '@kirim/contract/call'
import { useQuery } from '@tanstack/react-query'
import { requestBlob } from '#shared/api/request-blob.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'

/** How long a file stays in memory after it was last on screen. */
const KEPT_MS = 60_000

/** Loads a file by the path that its message gives, with the session's token. */
export function loadChatFile(path: string, signal: AbortSignal): Promise<Blob> {
  const spec: CallSpec = {
    method: 'GET',
    path: `/${path.replace(/^\//, '')}`,
    access: 'user',
    summary: '',
    status: 200,
  }
  return requestBlob(spec, {}, signal)
}

/**
 * The object URL of a message's file, while the component is mounted; null until it is loaded, and
 * with a null path.
 */
export function useChatFile(path: string | null) {
  const file = useQuery({
    queryKey: ['chat file', path],
    queryFn: ({ signal }) => loadChatFile(path ?? '', signal),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })
  return { url: useObjectUrl(file.data ?? null), isLoading: file.isLoading, error: file.error }
}
