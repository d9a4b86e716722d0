import type { Page } from '@playwright/test'
import axe, { type AxeResults } from 'axe-core'

/**
 * All violations that axe finds in the page, with their elements. Injects axe once per document,
 * and requests violations only: the rest of a report takes longer than finding them.
 */
export async function violationsIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
