import type { Page } from '@playwright/test'
import { chosenPicture } from './support/api.ts'
import {
  expect,
  expectAccessible,
  memberTest,
  newPerson,
  registerOverHttp,
  shows,
  signIn,
  test,
  toastOf,
} from './support/test.ts'

const offer = (page: Page) =>
  page.getByText('You have unsaved changes from earlier.', { exact: true })
const putBack = (page: Page) => page.getByRole('button', { name: 'Restore it' }).click()

/** Makes the page crash when it next formats a number. */
async function breakPage(page: Page): Promise<void> {
  await page.evaluate(() =>
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        throw new Error('Broken by a test.')
      },
    }),
  )
}

/** Reloads, and confirms the browser's question. */
async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
}

memberTest(
  'a campaign that was being typed outlives a page that breaks',
  async ({ page, member }) => {
    const group = `Draf ${member.deviceId}`
    await member.group(group, ['Aisyah'])
    await page.goto('/add-campaign')
    await page.getByLabel('Caption').fill('Salam {pagi|petang}')
    await page.getByRole('radio', { name: 'Odd Hours' }).click()
    await page.locator('input[type=file]').setInputFiles(chosenPicture('kopi.png'))
    await page.getByLabel('Contact group').click()
    await page.getByRole('option', { name: new RegExp(`^${group}`) }).click()
    await page.getByLabel('Campaign name').fill('Ray')
    await breakPage(page)
    // The page breaks at its next rendering, which the check may cause before the key does.
    await page.keyboard.press('a')
    await shows('2.form.crash', async () => {
      await expect(page.getByText('This page could not be shown.')).toBeVisible()
      await page.getByRole('button', { name: 'Reload the page' }).click()
      await expect(offer(page)).toBeVisible()
      await expect(page.getByText('Choose the file kopi.png again.')).toBeVisible()
      await expectAccessible(page)
      await putBack(page)
      await expect(page.getByLabel('Campaign name')).toHaveValue(/^Raya?$/)
      await expect(page.getByLabel('Campaign name')).toBeFocused()
      await expect(page.getByLabel('Caption')).toHaveValue('Salam {pagi|petang}')
      await expect(page.getByRole('radio', { name: 'Odd Hours' })).toBeChecked()
      await expect(page.getByLabel('Contact group')).toContainText(group)
    })
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await page.getByRole('button', { name: 'Create Campaign' }).click()
    await expect(toastOf(page)).toHaveText('Campaign created!')
    await page.goto('/add-campaign')
    await shows('2.form.draft-ends', async () => {
      await expect(page.getByLabel('Campaign name')).toHaveValue('')
      await expect(offer(page)).toHaveCount(0)
    })
  },
)

memberTest('what was given up is not offered again', async ({ page }) => {
  await page.goto('/add-campaign')
  await page.getByLabel('Campaign name').fill('Raya')
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await shows('2.form.draft-ends', async () => {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.goto('/add-campaign')
    await expect(page.getByLabel('Campaign name')).toHaveValue('')
    await expect(offer(page)).toHaveCount(0)
  })
})

test('a chatbot item, and a log-out that forgets it', async ({ page, server }) => {
  const person = newPerson()
  await registerOverHttp(server.url, person)
  await signIn(page, person)
  const form = '/add-campaign?type=ai_chatbot'
  await page.goto(form)
  await page.getByLabel('Name', { exact: true }).fill('Waktu buka')
  await page.getByLabel('Keywords').fill('buka, jam')
  await reload(page)
  await shows('2.form.crash', async () => {
    await putBack(page)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Waktu buka')
    await expect(page.locator('form').locator(':focus')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Remove buka' })).toBeVisible()
  })
  await reload(page)
  await expect(offer(page)).toBeVisible()
  await shows('2.form.draft-ends', async () => {
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await signIn(page, person)
    await page.goto(form)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
    await expect(offer(page)).toHaveCount(0)
  })
})

test('sign in and register fill in again what is no secret', async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    const email = page.getByLabel('Email', { exact: false }).first()
    const password = page.getByLabel('Password', { exact: true })
    await email.fill('aisyah@example.com')
    await password.fill('a long password')
    await page.reload()
    await shows('2.form.crash', async () => {
      await expect(email).toHaveValue('aisyah@example.com')
      await expect(password).toHaveValue('')
      const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
      expect(stored).not.toContain('a long password')
    })
  }
})
