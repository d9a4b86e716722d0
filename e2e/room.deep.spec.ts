import type { Locator } from '@playwright/test'
import { picture } from './support/api.ts'
import {
  adminTest,
  expect,
  memberTest,
  newClient,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

const LONG = 'A group whose name goes on and on '.repeat(5).trim()

/** Whether its text is not cut off. */
const isWhole = (part: Locator) =>
  part.evaluate(
    (node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight,
  )

test.describe('at 768 px', () => {
  test.use({ viewport: { width: 768, height: 900 } })

  test('ordinary names of contacts are whole', async ({ browser, server }) => {
    const client = await newClient(server.url)
    const name = 'Nurul Aisyah binti Ahmad'
    await client.group('Some', [name])
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: storageOf(client),
      viewport: { width: 768, height: 900 },
    })
    const page = await context.newPage()
    await page.goto('/contacts')
    expect(await isWhole(page.getByRole('cell').getByText(name))).toBe(true)
    await context.close()
  })

  memberTest('the header of the campaign list has its room', async ({ page, member }) => {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto(`/ai-chatbot/${member.deviceId}/campaigns`)
    const about = page.getByText('Manage campaigns for number ID')
    await expect(about).toBeVisible()
    expect((await about.boundingBox())?.height).toBeLessThan(30)
    const button = await page.getByRole('link', { name: 'Add New Campaign' }).boundingBox()
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(744)
  })
})

adminTest("the members' table stands under its title on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/users')
  const title = page.getByRole('heading', { name: 'Members' })
  const name = page.locator('tbody td:first-child span').first()
  await expect(name).toBeVisible()
  expect((await name.boundingBox())?.x).toBe((await title.boundingBox())?.x)
})

memberTest('the sandbox banner of a phone is whole in Malay', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ms'))
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/campaigns')
  const sentence = page.getByRole('complementary').getByText('Tiada apa-apa sampai ke WhatsApp.')
  await expect(sentence).toBeVisible()
  expect(await isWhole(sentence)).toBe(true)
})

memberTest('a long group name leaves its count in sight', async ({ page, member }) => {
  const id = await member.group(LONG, ['Ali', 'Bala'])
  const inside = async (count: Locator, box: Locator) => {
    await expect(count).toBeVisible()
    const [inner, outer] = [await count.boundingBox(), await box.boundingBox()]
    const right = (part: typeof inner) => (part?.x ?? 0) + (part?.width ?? 0)
    expect(right(inner)).toBeLessThan(right(outer))
  }
  await page.goto(`/contacts?group=${id}`)
  const title = page.getByRole('heading', { level: 2, name: LONG })
  await inside(title.getByText('2', { exact: true }), title.locator('xpath=../..'))

  await page.goto('/add-campaign')
  const select = page.getByRole('combobox', { name: 'Contact group' })
  await select.click()
  const option = page.getByRole('option', { name: LONG })
  await inside(option.getByText('· 2 contacts', { exact: true }), option)
  await option.click()
  await inside(select.getByText('· 2 contacts', { exact: true }), select)

  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/contacts?group=${id}`)
  const groups = page.getByRole('combobox', { name: 'Contact groups' })
  await inside(groups.getByText('2', { exact: true }), groups)
})

memberTest('a toast on a phone leaves the buttons of a dialog free', async ({ page, member }) => {
  const files = ['room 1.png', 'room 2.png', 'room 3.png', 'room 4.png']
  for (const name of files) await member.upload(picture(name))
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/add-campaign')
  await page.getByRole('button', { name: 'Media Library' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of files) await dialog.getByRole('button', { name }).click()
  const toast = toastOf(page).filter({ hasText: 'Max 3 media items.' })
  await expect(toast).toBeVisible()
  const [above, below] = [await toast.boundingBox(), await dialog.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  await dialog.getByRole('button', { name: 'Confirm (3 selected)' }).click()
  await expect(page.getByRole('figure')).toHaveText(files.slice(0, 3))
})
