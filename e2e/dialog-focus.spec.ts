import type { Locator, Page } from '@playwright/test'
import { makeItem } from './support/chatbot.ts'
import { adminTest, expect, holdBack, memberTest, newClient, test } from './support/test.ts'

memberTest('a closed dialog gives the focus back [2.dialog.focus]', async ({ page, member }) => {
  await page.goto(`/ai-chatbot/${member.deviceId}/campaigns`)
  const settings = page.getByRole('button', { name: 'Chatbot settings' })
  await settings.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Chatbot settings' })
  const zone = dialog.getByLabel('Time zone')
  await expect(zone).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(settings).toBeFocused()

  await page.keyboard.press('Enter')
  await zone.fill('Asia/Jakarta')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(zone).toBeFocused()
  await expect(zone).toHaveValue('Asia/Jakarta')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(settings).toBeFocused()
})

/** Opens a dialog, closes it with Escape, and expects the focus where it was. */
async function leavesFocus(page: Page, opener: Locator, item?: string): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  if (item) {
    const chosen = page.getByRole('menuitem', { name: item, exact: true })
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await chosen.focus()
    await page.keyboard.press('Enter')
  }
  const dialog = page.locator('[role$=dialog][data-state=open]').last()
  await expect(dialog.locator(':focus')).toBeVisible()
  const opened = await page.locator('[role$=dialog]').count()
  await page.keyboard.press('Escape')
  await expect(page.locator('[role$=dialog]')).toHaveCount(opened - 1)
  await expect(opener).toBeFocused()
}

memberTest(
  'a dialog whose content goes first gives the focus back',
  { tag: '@deep' },
  async ({ page, member }) => {
    await member.group('Menus', ['Puan Farah'])
    await member.ok('POST', '/opt-outs', { phoneNumber: '60123456790' })
    // Without its movement a dialog is gone together with its content.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/contacts')
    const row = page.getByRole('button', { name: 'Open Puan Farah' })
    await leavesFocus(page, row)
    await row.press('Enter')
    await leavesFocus(page, page.getByRole('dialog').getByRole('button', { name: 'Edit' }))
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()

    const menu = page.getByRole('button', { name: 'Actions for Menus' })
    await leavesFocus(page, menu, 'Rename')
    await leavesFocus(page, menu, 'Delete')

    await page.goto('/opt-outs')
    await leavesFocus(page, page.getByRole('button', { name: 'Add a number' }))
    const actions = page.getByRole('button', { name: 'Actions for 60123456790' })
    await leavesFocus(page, actions, 'Show changes')
    await leavesFocus(page, actions, 'Opt back in')
  },
)

memberTest(
  'when what had the focus is gone, the page begins anew',
  { tag: '@deep' },
  async ({ page, member }) => {
    await member.group('Focus', ['Puan Farah'])
    await page.goto('/contacts')
    await page.getByRole('button', { name: 'Delete Puan Farah' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'Delete Puan Farah' })).toHaveCount(0)
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  },
)

adminTest(
  'a dialog that a menu led to gives the focus to its button',
  { tag: '@deep' },
  async ({ page, server }) => {
    await newClient(server.url, 'Farid of the menu')
    await page.goto('/admin/users')
    const button = page.getByRole('button', { name: 'Actions for Farid of the menu' })
    await button.focus()
    await page.keyboard.press('Enter')
    // The menu takes the focus once it is mounted.
    await expect(page.getByRole('menuitem', { name: 'Change plan' })).toBeFocused()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(button).toBeFocused()
  },
)

test('a sign-in that fails leaves the focus where it was', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@example.com')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('a wrong password')
  const release = await holdBack(page, 'POST /users/login')
  await page.keyboard.press('Enter')
  await expect(password).toBeDisabled()
  await expect(page.locator(':focus')).toHaveCount(0)
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'Login Error' })).toBeVisible()
  await expect(password).toBeFocused()
})

memberTest(
  'a switch keeps the focus while its call runs',
  { tag: '@deep' },
  async ({ page, member }) => {
    await makeItem(member)
    await page.goto('/ai-chatbot')
    const onOff = page.getByRole('switch').first()
    await onOff.focus()
    const release = await holdBack(page, 'PUT /ai-chatbot/devices/.*/status')
    await page.keyboard.press('Space')
    await expect(onOff).toBeDisabled()
    release()
    await expect(onOff).toBeEnabled()
    await expect(onOff).toBeFocused()
  },
)
