import { form } from './support/api.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newMember,
  storageOf,
  test,
} from './support/test.ts'

const [AISYAH, BALA] = ['60123456700', '60123456701']

test('a campaign answers for each of its people', async ({ browser, server }) => {
  const member = await newMember(server.url, browser)
  await member.ok('POST', '/opt-outs', { phoneNumber: BALA })
  const contactGroupId = await member.group('Pelanggan', ['Aisyah', 'Bala', 'Chong'])
  const fields = { campaignName: 'Kopi Jumaat', caption: 'Hai *[name]*', contactGroupId }
  const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
  const status = async () =>
    (await member.ok('GET', `/campaigns/${member.deviceId}/${id}`)).status as string
  await expect.poll(status).toBe('completed')

  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(member),
  })
  const page = await context.newPage()
  await page.goto('/')
  await page
    .getByRole('table', { name: 'Bulk Messaging Campaigns' })
    .getByRole('link', { name: 'Kopi Jumaat' })
    .click()
  await expect(page).toHaveTitle('Campaign · Kirim')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Kopi Jumaat')
  await expect(page.getByRole('region', { name: '3 of 3 processed' })).toBeVisible()
  const people = page.getByRole('table', { name: 'Recipients' })
  await expect(people.getByRole('row')).toHaveCount(4)
  await expect(people.getByRole('row', { name: /Bala/ })).toContainText('Skipped.')
  await expectAccessibleInBothThemes(page)

  await people.getByRole('button', { name: 'Aisyah' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Queued')
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Hai Aisyah')
  await people.getByRole('button', { name: 'Aisyah' }).press('ArrowDown')
  await expect(people.getByRole('button', { name: 'Bala' })).toBeFocused()

  await member.hear(AISYAH, 'Boleh simpan 2 cawan?')
  await expect(people.getByRole('row', { name: /Aisyah/ })).toContainText('Answered')
  await expect(page.getByRole('region', { name: 'Messages' }).first()).toBeVisible()
  await expect(page.getByText('Boleh simpan 2 cawan?', { exact: true })).toBeVisible()

  await page
    .getByRole('region', { name: 'people were not reached' })
    .getByRole('button', { name: /^Show/ })
    .click()
  await expect(page).toHaveURL(/\?state=skipped&reason=opted_out$/)
  await expect(people.getByRole('row')).toHaveCount(2)
  for (const format of ['csv', 'xlsx']) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: `(.${format})` }).click()
    expect((await download).suggestedFilename()).toBe(`Kopi Jumaat.${format}`)
  }
  await page.getByRole('button', { name: /^All/ }).click()
  await page.getByRole('searchbox', { name: 'Search name or number' }).fill(AISYAH)
  await expect(people.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(`/campaigns/${id}?q=${AISYAH}`)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(people.getByRole('row')).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await context.close()
})

test('a campaign is paused, goes on and is cancelled from its page', { tag: '@deep' }, async ({
  browser,
  server,
}) => {
  const member = await newMember(server.url, browser)
  const contactGroupId = await member.group('Pelanggan', ['Aisyah', 'Bala'])
  const later = { scheduledAt: '2035-11-27T00:00:00.000Z' }
  const fields = { campaignName: 'Raya', caption: 'Hai', contactGroupId, ...later }
  const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(member),
  })
  const page = await context.newPage()
  await page.goto(`/campaigns/${id}`)
  const badge = page.getByRole('heading', { level: 1 })
  await expect(badge).toContainText('Scheduled')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(badge).toContainText('Paused')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(badge).toContainText('Scheduled')
  await page.getByRole('button', { name: 'Actions for Raya' }).click()
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel Raya?' })
  await expect(question.getByRole('button', { name: 'Keep sending' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel campaign' }).click()
  await expect(badge).toContainText('Cancelled')
  await expect(page.getByText(/^Cancelled /)).toBeVisible()
  await page.goto('/campaigns/nothing')
  await expect(page.getByText('Campaign not found.')).toBeVisible()
  await context.close()
})
