import type { Page } from '@playwright/test'
import axe, { type AxeResults } from 'axe-core'

/** Of all rules, these alone depend on the theme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * All violations that axe finds in the page, with their elements; checks only `rules` if given.
 * Injects axe once per document, and requests violations only: the rest of a report takes longer
 * than finding them.
 */
export async function violationsIn(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
