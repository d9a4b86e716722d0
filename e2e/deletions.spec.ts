import type { Page } from '@playwright/test'
import { form, picture } from './support/api.ts'
import {
  expect,
  expectAccessible,
  linkNumber,
  newClient,
  refuse,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

const question = (page: Page) => page.getByRole('alertdialog')
const cancel = (page: Page) => question(page).getByRole('button', { name: 'Cancel' }).click()

test('each deletion says what becomes of campaigns, and is true to it', async ({
  browser,
  server,
}) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await linkNumber(page)
  const [device] = await client.ok('GET', '/whatsapp/devices')
  const contactGroupId = await client.group('Pelanggan', ['Aisyah'])
  const { _id: fileId } = await client.upload(picture('menu.png'))
  const save = (campaignName: string, fields: Parameters<typeof form>[0]) =>
    client.ok('POST', `/campaigns/${device.id}`, form({ campaignName, contactGroupId, ...fields }))
  const later = { scheduledAt: '2099-01-01T00:00:00.000Z' }
  const { id } = await save('Menu', { ...later, mediaAttachments: [fileId] })
  await save('Off', { statusEnabled: 'false' })

  await page.goto('/contacts')
  await shows('2.contacts.delete-question', async () => {
    await page.getByRole('button', { name: 'Delete Aisyah' }).click()
    await expect(question(page)).toContainText(
      'Campaigns that have not messaged Aisyah yet: 1 waiting, 1 paused. Aisyah stays in them.',
    )
    await expectAccessible(page)
    await cancel(page)
  })
  const group = page.getByRole('button', { name: /^Pelanggan/ })
  await shows('2.contacts.delete-group-question', async () => {
    await group.click()
    await page.getByRole('button', { name: 'Actions for Pelanggan' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(question(page)).toContainText(
      'Campaigns saved with this group: 1 waiting, 1 paused. They keep its people.',
    )
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(group).toHaveCount(0)
    const list = await client.ok('GET', '/analytics/dashboard/bulk-campaign-summary')
    expect(list.map(({ total }: { total: number }) => total)).toEqual([1, 1])
  })
  await page.goto('/media-storage')
  await shows('2.media.delete-question', async () => {
    await page.getByRole('button', { name: 'Delete menu.png' }).click()
    await expect(question(page)).toContainText(
      'Campaigns that use it: 1 waiting. They keep it until they are deleted or saved with another file.',
    )
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No media found in your storage.')).toBeVisible()
    await expect
      .poll(() => client.ok('GET', `/campaigns/${device.id}/${id}`))
      .toMatchObject({
        mediaAttachments: [fileId],
      })
  })
  await page.goto('/scan-device')
  const disconnect = page.getByRole('button', { name: 'Disconnect', exact: true })
  await disconnect.click()
  await expect(question(page)).toContainText(
    'Campaigns that will wait until it reconnects: 1 waiting.',
  )
  await question(page).getByRole('button', { name: 'Stay connected' }).click()
  await disconnect.click()
  await question(page).getByRole('button', { name: 'Disconnect', exact: true }).click()
  const remove = page.getByRole('button', { name: 'Remove Registration', exact: true })
  await shows('2.scan.remove-question', async () => {
    const stop = await refuse(page, 'GET /whatsapp/devices/.*/usage')
    await remove.click()
    await expect(question(page)).toContainText(
      'Its campaigns stop, unless other numbers send them too, and its chatbot is switched off.',
    )
    await stop()
    await cancel(page)
    await remove.click()
    await expect(question(page)).toContainText('Campaigns of this number that stop: 1 waiting.')
    await question(page).getByRole('button', { name: 'Remove Registration' }).click()
    await expect(toastOf(page)).toHaveText(/removed successfully\.$/)
    const list = await client.ok('GET', '/analytics/dashboard/bulk-campaign-summary')
    expect(list.map(({ status }: { status: string }) => status)).toEqual(['cancelled', 'cancelled'])
  })
  await context.close()
})
