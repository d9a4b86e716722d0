/**
 * Settles like the promise, or rejects when the connection ends, because a closed driver may never
 * settle it.
 */
export function whileOpen<T>(promise: Promise<T>, over: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(new Error('The connection is over.'))
  if (over.aborted) end()
  else over.addEventListener('abort', end, { once: true })
  return Promise.race([promise, ended]).finally(() => over.removeEventListener('abort', end))
}
