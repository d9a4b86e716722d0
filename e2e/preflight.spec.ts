import type { Locator } from '@playwright/test'
import { choose, confirmSending, NEW_CAMPAIGN, submit } from './support/bulk-form.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  holdBack,
  memberTest,
  newMember,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

/** Nobody has such a number on the sandbox network. */
const ABSENT = '60123450000'
const FARAH = '60123456700'
const STOPPED = '60123456701'
const NAMELESS = '60123456702'
const SHOTS = process.env.PREFLIGHT_SHOTS

/** Where it begins; not a number while it is not shown, which then is near nothing. */
async function topOf(shown: Locator): Promise<number> {
  return (await shown.boundingBox())?.y ?? Number.NaN
}

test('a campaign is checked while it is filled in, and reaches those it says', async ({
  browser,
  server,
}) => {
  const member = await newMember(server.url, browser)
  const groupId = await member.group('Pelanggan', ['Farah', 'Stopped', NAMELESS])
  for (const [name, phoneNumber] of [['Nobody', ABSENT]] as const) {
    await member.ok('POST', '/contacts', { name, phoneNumber, groupId })
  }
  await member.ok('POST', '/opt-outs', { phoneNumber: STOPPED })
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(member) })
  const page = await context.newPage()
  await page.goto(NEW_CAMPAIGN)
  const check = page.getByRole('region', { name: 'Check' })
  await expect(check).toContainText('Choose a device and a group')
  await page.getByLabel('Campaign name').fill('Raya')
  await choose(page, 'Contact group', /^Pelanggan/)
  await expect(check).toContainText('There is nothing to send')
  const caption = page.getByLabel('Caption')
  await caption.fill('Hi [name|kawan], see http://localhost/menu')
  await expect(check).toContainText('http://localhost/menu cannot be opened')
  await expect(check).not.toContainText('There is nothing to send')

  const row = (label: string) => check.locator('dl > div').filter({ hasText: label })
  await expect(row('In Pelanggan')).toContainText('4')
  await expect(row('Opted out')).toContainText('−1')
  await expect(row('Will get this message')).toContainText('3')
  await check.getByRole('button', { name: 'Check 3 numbers' }).click()
  await expect(row('Not on WhatsApp')).toContainText('−1')
  await expect(row('Will get this message')).toContainText('2')
  await expect(check.getByRole('progressbar')).toHaveCount(0)
  const show = check.getByRole('button', { name: 'Show: Not on WhatsApp' })
  await show.press('Enter')
  await expect(row('Not on WhatsApp')).toContainText(ABSENT)

  const samples = check.getByRole('region', { name: 'Sample messages' })
  await expect(samples).toContainText('Hi Farah, see')
  await expect(samples).toContainText('Hi kawan, see')
  await expect(samples.getByText('kawan', { exact: true })).toHaveCSS(
    'text-decoration-line',
    'underline',
  )
  await check.getByRole('button', { name: 'Send a test' }).click()
  await expect(check).toContainText(`Sent to ${member.number} at`)
  expect(await member.said(member.number)).toEqual([
    'Hi Farah, see http://localhost/menu\nReply STOP to stop.',
  ])

  for (const name of ['Who', 'Message', 'When']) {
    await page.getByRole('region', { name, exact: true }).getByText('Collapse').click()
  }
  await expect(page.getByText(/^Raya, from .+ to Pelanggan$/)).toBeVisible()
  await expect(page.getByLabel('Caption')).toBeHidden()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/form-1280.png`, fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/form-390.png`, fullPage: true })
  await page.setViewportSize({ width: 1280, height: 800 })

  await submit(page).click()
  const question = page.getByRole('alertdialog', { name: 'Send now to 2 people?' })
  await expect(question).toContainText('2 of 4 people')
  await expect(question).toContainText('Pelanggan; 1 opted out; 1 not on WhatsApp')
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/question-1280.png` })
  await question.getByRole('button', { name: /^Show warnings?$/ }).click()
  await expect(page.getByRole('heading', { name: 'Worth a look' })).toBeFocused()
  await submit(page).click()
  await confirmSending(page)
  await expect(toastOf(page)).toHaveText('Campaign created!')
  const [campaign] = await member.ok('GET', '/analytics/dashboard/bulk-campaign-summary')
  const leftOut = async () => {
    const { skipped, failed } = (await member.ok('GET', `/ledger/${campaign.id}`)).counts
    return { skipped, failed }
  }
  await expect.poll(leftOut).toEqual({ skipped: 1, failed: 1 })
  await expect.poll(() => member.said(FARAH)).toHaveLength(1)
  await context.close()
})

memberTest(
  'the button stays under the pointer while the check comes in',
  { tag: '@deep' },
  async ({ page, member }) => {
    await member.group('Tetap', ['Farah', 'Bala', 'Chong'])
    const samples = page.getByRole('region', { name: 'Sample messages' })
    for (const height of [800, 1400]) {
      await page.setViewportSize({ width: 1280, height })
      const release = await holdBack(page, 'POST /campaigns/[^/]+/preflight')
      await page.goto(NEW_CAMPAIGN)
      await choose(page, 'Contact group', /^Tetap/)
      await page.getByLabel('Caption').fill('Hi [name]')
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      const before = await topOf(submit(page))
      release()
      await expect(samples).toContainText('Hi Chong')
      const after = await topOf(submit(page))
      // At the end of the page there is a border below it.
      expect(Math.abs(after - before)).toBeLessThanOrEqual(1)
      await page.unrouteAll()
    }
  },
)
