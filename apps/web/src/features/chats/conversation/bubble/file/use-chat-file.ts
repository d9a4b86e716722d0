import type { CallSpec } from '@kirim/contract/call'
import { chatFile } from '@kirim/contract/chat-files'
import { useQuery } from '@tanstack/react-query'
import { requestBlob } from '#shared/api/request-blob.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'

/** How long a file stays in memory after it was last on screen. */
const KEPT_MS = 60_000

/** Loads a file by the path that its message gives, with the session's token. */
export function loadChatFile(path: string, signal: AbortSignal): Promise<Blob> {
  const { params: _, ...call } = chatFile
  const spec: CallSpec = { ...call, path: `/${path.replace(/^\//, '')}` }
  return inTurn(() => requestBlob(spec, {}, signal))
}

/** The path of the small picture of a file. */
export function smallOf(path: string | null): string | null {
  return path === null ? null : path.replace(/\/file$/, '/thumbnail')
}

/** The server sends one person few long answers at the same time. */
const AT_ONCE = 3
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(load: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((next) => waiting.push(next))
  else running += 1
  try {
    return await load()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
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
