import { expect, type Page } from '@playwright/test'

/** More than passes in the page until it is told, and longer than a toast lives. */
const AHEAD_MS = 10_000

/** Makes it later in the page, so that no toast is left. Install the clock before. */
export function letTimePass(page: Page): Promise<void> {
  return page.clock.fastForward(AHEAD_MS)
}

/**
 * From now on time passes in the page as `page.clock` is told and not otherwise, until
 * `page.clock.resume()`. What was due in the next ten seconds has come about first: no toast is
 * left. Install the clock before.
 */
export async function stopClock(page: Page): Promise<void> {
  // A machine may be so busy that the moment is over in the page when the page hears of it.
  await expect(async () => {
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + AHEAD_MS)
  }).toPass()
}
