import { form } from './support/api.ts'
import { NEW_CAMPAIGN } from './support/bulk-form.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newMember,
  storageOf,
  test,
} from './support/test.ts'

const [SITI, BALA] = ['60123456700', '60123456701']
const LINE = 'Balas BERHENTI untuk berhenti.'

test('somebody opts out by a message, is passed over, and comes back', async ({
  browser,
  server,
}) => {
  const member = await newMember(server.url, browser)
  const contactGroupId = await member.group('Pelanggan', ['Siti', 'Bala'])
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(member),
  })
  const page = await context.newPage()
  await page.goto('/contacts')
  await page.getByRole('link', { name: 'Opt-outs' }).click()
  await expect(page).toHaveTitle('Opt-outs · Kirim')
  await expect(page.getByText('No one has opted out.')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await member.hear(SITI, '*Stop!*')
  const row = page.getByRole('row', { name: /Siti/ })
  await expect(row).toContainText('Wrote “*Stop!*”')
  await expect(page.getByRole('heading', { name: '1 person opted out' })).toBeVisible()
  await expect
    .poll(() => member.said(SITI))
    .toEqual(['You will get no more of these messages. Reply START to get them again.'])

  await page.getByRole('link', { name: 'Manage Contacts' }).click()
  await expect(page.getByRole('row', { name: /Siti/ })).toContainText('Opted out')
  await expect(page.getByRole('row', { name: /Bala/ })).not.toContainText('Opted out')

  const write = async (campaignName: string) => {
    const pace = { minIntervalSeconds: '4', maxIntervalSeconds: '4' }
    const texts = { campaignName, caption: campaignName, optOutLine: 'ms' }
    const fields = { ...texts, ...pace, contactGroupId }
    const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
    const campaign = () => member.ok('GET', `/campaigns/${member.deviceId}/${id}`)
    await expect.poll(async () => (await campaign()).status).toBe('completed')
    return (await campaign()).progress.counts
  }
  expect(await write('Kopi')).toMatchObject({ skipped: 1, failed: 0 })
  expect(await member.said(BALA)).toEqual([`Kopi\n${LINE}`])
  expect(await member.said(SITI)).toHaveLength(1)

  await page.goto('/opt-outs')
  await member.hear(SITI, 'start')
  await expect(row).toContainText('Opted back in')
  await page.getByRole('button', { name: /^By message/ }).click()
  await expect(page.getByText('No one found')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No one found')).toBeVisible()
  await page.getByRole('button', { name: /^Opted back in/ }).click()
  await expect(row).toContainText('opted out for less than a day')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  expect(await write('Teh')).toMatchObject({ skipped: 0, failed: 0 })
  expect((await member.said(SITI)).at(-1)).toBe(`Teh\n${LINE}`)
  await context.close()
})

test('a new campaign has the line in the language of the page, unless its owner says otherwise', {
  tag: '@deep',
}, async ({ browser, server }) => {
  const member = await newMember(server.url, browser)
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(member),
  })
  const page = await context.newPage()
  await page.goto(NEW_CAMPAIGN)
  const line = page.getByRole('switch', { name: 'Reply STOP to stop' })
  await expect(line).toBeChecked()
  await page.getByLabel('Caption').fill('Kopi')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByText('Reply STOP to stop.')).toBeVisible()
  await page.getByRole('radio', { name: 'Bahasa Melayu' }).click()
  await expect(preview.getByText(LINE)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Caption').fill('')
  await page.getByRole('radio', { name: 'English' }).click()

  await page.goto('/opt-outs')
  await page.getByRole('switch', { name: '‘Reply STOP to stop’ in new campaigns' }).click()
  await page.getByLabel('Words').fill('Cukup,')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Sav/ })).toHaveCount(0)
  await expect
    .poll(() => member.ok('GET', '/opt-outs/settings'))
    .toMatchObject({
      words: ['Cukup'],
      lineByDefault: false,
    })
  await page.goto(NEW_CAMPAIGN)
  await expect(line).not.toBeChecked()
  await context.close()
})
