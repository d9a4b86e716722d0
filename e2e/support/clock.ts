import { expect, type Page } from '@playwright/test'

/** Longer than a toast is shown, and than the page's clock can advance before it is stopped. */
const AHEAD_MS = 10_000

/** Advances the page's clock, so that no toast is left. Install the clock before. */
export function letTimePass(page: Page): Promise<void> {
  return page.clock.fastForward(AHEAD_MS)
}

/**
 * Stops the page's clock until `page.clock.resume()`; from now on only `page.clock` advances it.
 * Runs everything due in the next ten seconds first, so that no toast is left. Install the clock
 * before.
 */
export async function stopClock(page: Page): Promise<void> {
  // On a busy machine the time may be over before the page receives it.
  await expect(async () => {
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + AHEAD_MS)
  }).toPass()
}
