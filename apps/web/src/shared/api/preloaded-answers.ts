declare global {
  interface Window {
    /**
     * What the script in the page's head asked for while the
     * code was loading (`build/preload-pages.ts`).
     */
    earlyAnswers?: { token: string; at: number; answers: Map<string, Promise<Response>> }
  }
}

/**
 * Older ones say nothing of now;
 * younger ones that have missed an event are found by their position.
 */
const FRESH_MS = 30_000

/**
 * The answer to a call that the page's head made with this token; null where there is none that
 * serves, and the call is to be made. Each serves once.
 */
export async function takePreloadedAnswer(url: string, token: string): Promise<Response | null> {
  const asked = window.earlyAnswers
  const promise = asked?.answers.get(url)
  if (!asked || !promise) return null
  asked.answers.delete(url)
  if (asked.token !== token || performance.now() - asked.at > FRESH_MS) return null
  const answer = await promise.catch(() => null)
  return answer?.ok ? answer : null
}
