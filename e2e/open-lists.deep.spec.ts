import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, memberTest } from './support/test.ts'

async function opensAccessibly(page: Page, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name })
  await box.click()
  const list = page.getByRole('listbox')
  await expect(list).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(box).toBeFocused()
}

memberTest('an open list leaves a page accessible', async ({ page }) => {
  await page.goto('/account')
  await opensAccessibly(page, 'Default country')
})

memberTest('an open list leaves a dialog accessible, and open', async ({ page, member }) => {
  for (let count = 0; count < 12; count += 1) await member.group(`List ${count}`, [])
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Upload Contacts from File' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await opensAccessibly(page, 'Contact group')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('combobox').click()
  const last = page.getByRole('option').last()
  const name = (await last.textContent()) ?? ''
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await expect(dialog.getByRole('combobox')).toContainText(name)
})
