import type { Page } from '@playwright/test'
import axe, { type AxeResults } from 'axe-core'

/**
 * What any rule of axe finds in the page, with the parts it finds it in. A document is given axe
 * once, and asked for violations alone: the rest of a report takes longer than finding it.
 */
export async function violationsIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
