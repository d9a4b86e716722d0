import type { Locator, Page } from '@playwright/test'

/** The address of a new campaign. */
export const NEW_CAMPAIGN = '/dashboard/add-campaign?type=bulk'

export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The fields of a multipart request; a file is represented by its name. */
export function fieldsOf(body: string | null): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const part of (body ?? '').split(/--[\w-]+(?:--)?\r\n/)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const name = head.match(/ name="([^"]+)"/)?.[1]
    const file = head.match(/filename="([^"]+)"/)?.[1]
    if (name) fields[name] = [...(fields[name] ?? []), file ?? rest.join('').replace(/\r\n$/, '')]
  }
  return fields
}

/** Confirms saving an enabled campaign: to whom it is sent, and until when. */
export async function confirmSending(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: /^(Create|Update) Campaign$/ }).click()
}

export const submit = (page: Page): Locator =>
  page.getByRole('button', { name: 'Create Campaign', exact: true })
