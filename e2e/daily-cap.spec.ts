import { expect, expectAccessible, memberTest } from './support/test.ts'

memberTest(
  'a number gets a daily cap with a warm-up from its menu',
  { tag: '@deep' },
  async ({ page, member }) => {
    await page.goto('/scan-device')
    const menu = page.getByRole('button', { name: /^Actions for/ }).first()
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Daily cap...' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Daily cap' })
    await dialog.getByLabel('People a day').fill('500')
    await dialog.getByRole('switch', { name: 'Warm up' }).click()
    await dialog.getByLabel('Start with').fill('50')
    await dialog.getByLabel('More each day').fill('25')
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
  },
)

memberTest(
  'a number gets manners from its menu, and rejects a call',
  { tag: '@deep' },
  async ({ page, member }) => {
    await page.goto('/scan-device')
    const menu = page.getByRole('button', { name: /^Actions for/ }).first()
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Read receipts, presence, calls...' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Read receipts, presence, calls' })
    await dialog.getByRole('switch', { name: 'Reject calls' }).click()
    await dialog.getByLabel(/^Message to callers/).fill('Please write to us.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^Settings of .+ saved\.$/)).toBeVisible()

    await member.hear('60129000077', 'Are you there')
    await page.goto('/sandbox')
    await page.getByRole('button', { name: /60129000077/ }).click()
    await page.getByRole('button', { name: 'Call the number' }).click()
    const chat = page.getByRole('log')
    await expect(chat.getByText('The call was rejected')).toBeVisible()
    await expect(chat.getByText('Please write to us.')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Are you there' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete for everyone' }).press('Enter')
    await expect(chat.getByText('This message was deleted.')).toBeVisible()
    await expectAccessible(page)
    // The other tests of this member call as they like.
    await member.ok('PUT', `/whatsapp/devices/${member.deviceId}/manners`, {
      marksRead: false,
      showsOnline: false,
      rejectsCalls: false,
      callText: '',
    })
  },
)
