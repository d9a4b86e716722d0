import { expect, expectAccessible, memberTest } from './support/test.ts'

memberTest('a number gets a daily cap with a warm-up from its menu', async ({ page, member }) => {
  await page.goto('/scan-device')
  const menu = page.getByRole('button', { name: /^Actions for/ }).first()
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Daily cap...' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Daily cap' })
  await dialog.getByLabel('People a day').fill('500')
  await dialog.getByRole('switch', { name: 'Warm up' }).click()
  await dialog.getByLabel('Start with').fill('50')
  await dialog.getByLabel('More each day').fill('25')
  await expect(dialog.getByText(/^Today: \d+ of 50 written to\.$/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^The daily cap of .+ is saved\.$/)).toBeVisible()
  const pace = await member.ok('GET', `/whatsapp/devices/${member.deviceId}/pace`)
  expect(pace).toMatchObject({ cap: 500, warmUp: { start: 50, step: 25 } })
  // The other tests of this member write as they like.
  await member.ok('PUT', `/whatsapp/devices/${member.deviceId}/pace`, {
    cap: null,
    warmUp: null,
    timeZone: 'UTC',
  })
})
