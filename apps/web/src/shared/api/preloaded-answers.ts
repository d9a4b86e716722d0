declare global {
  interface Window {
    /**
     * Responses to the calls that the script in the page's head made while the code was loading
     * (`build/preload-pages.ts`).
     */
    earlyAnswers?: { token: string; at: number; answers: Map<string, Promise<Response>> }
  }
}

/**
 * Older responses are out of date. Younger ones that missed an event are detected by their event
 * position.
 */
const FRESH_MS = 30_000

/**
 * Returns the preloaded response to a call made with this token, or null when there is none and the
 * call must be made, or the signal aborts first. Each response is used once.
 */
export async function takePreloadedAnswer(
  url: string,
  token: string,
  signal: AbortSignal,
): Promise<Response | null> {
  const asked = window.earlyAnswers
  const promise = asked?.answers.get(url)
  if (!asked || !promise) return null
  asked.answers.delete(url)
  if (asked.token !== token || performance.now() - asked.at > FRESH_MS) return null
  const aborted = Promise.withResolvers<null>()
  signal.addEventListener('abort', () => aborted.resolve(null))
  const answer = await Promise.race([promise.catch(() => null), aborted.promise])
  return answer?.ok ? answer : null
}
