import type { Page } from '@playwright/test'
import { expect, expectAccessible, memberTest, toastOf } from './support/test.ts'

/** Sends the request of an older page: the real server refuses it. */
async function sendInstead(page: Page, call: string, changes: object): Promise<void> {
  await page.route(
    `**/api${call}`,
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), ...changes } }),
    { times: 1 },
  )
}

memberTest('what the server finds wrong stands at its field, in Malay', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ms'))
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Tambah Kenalan Secara Manual' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Nama')
  const number = dialog.getByLabel('Nombor Telefon')
  await name.fill('Siti')
  await number.fill('0123456711')

  await sendInstead(page, '/contacts', { name: 'x'.repeat(201), phoneNumber: ' ' })
  await dialog.getByRole('button', { name: 'Tambah kenalan' }).click()
  await expect(name).toHaveAccessibleDescription('Nama boleh mempunyai paling banyak 200 aksara.')
  await expect(number).toHaveAccessibleDescription(/^Nombor telefon diperlukan\./)
  await expect(name).toBeFocused()
  await expect(toastOf(page)).toHaveCount(0)
  await expectAccessible(page)

  // A change of the language translates the messages.
  await page.evaluate(`
    localStorage.setItem('language', 'en')
    dispatchEvent(new StorageEvent('storage', { key: 'language', storageArea: localStorage }))
  `)
  await expect(page.getByText('A name may have at most 200 characters.')).toBeVisible()

  await dialog.getByLabel('Name').fill('Siti Nurhaliza')
  await dialog.getByLabel('Phone Number').fill('0123456712')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(dialog).toHaveCount(0)
})

memberTest('what has no field of its own is said beside the form, in Malay', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ms'))
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Tambah Kenalan Secara Manual' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nama').fill('Siti')
  await dialog.getByLabel('Nombor Telefon').fill('0123456711')
  await sendInstead(page, '/contacts', { groupId: 'nothing' })
  await dialog.getByRole('button', { name: 'Tambah kenalan' }).click()
  await expect(toastOf(page)).toContainText('Kumpulan kenalan tidak ditemui.')
  await expect(dialog).toBeVisible()
})
