import { ApiError } from '#shared/api/api-error.ts'

/** Waits between attempts, in ms; after the last one somebody is asked. */
const WAITS_MS = [1000, 2000, 4000, 8000, 15_000] as const

/**
 * Whether an answer was lost, or the server could not give one: the same call may be made again.
 */
export function mayRepeat(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/**
 * Makes a call that is harmless to repeat until it is answered. Throws the refusal, or the last
 * failure.
 */
export async function deliver<T>(
  call: () => Promise<T>,
  wait: (ms: number) => Promise<void> = waitFor,
): Promise<T> {
  for (const ms of WAITS_MS) {
    try {
      return await call()
    } catch (error) {
      if (!mayRepeat(error)) throw error
    }
    await wait(ms)
  }
  return call()
}

function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Messages of a chat leave in the order in which they were written. */
const lastOf = new Map<string, Promise<unknown>>()

export function inOrder<T>(chatId: string, task: () => Promise<T>): Promise<T> {
  const before = lastOf.get(chatId) ?? Promise.resolve()
  const result = before.then(task, task)
  const settled = result.catch(() => undefined)
  lastOf.set(chatId, settled)
  void settled.then(() => {
    if (lastOf.get(chatId) === settled) lastOf.delete(chatId)
  })
  return result
}
