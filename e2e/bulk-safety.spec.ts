import { onThisMachine } from '@kirim/testing/test-run'
import type { Locator, Page, Request } from '@playwright/test'
import { form, picture } from './support/api.ts'
import { choose, confirmSending, fieldsOf, NEW_CAMPAIGN, submit } from './support/bulk-form.ts'
import { expect, memberTest, newMember, shows, storageOf, test, toastOf } from './support/test.ts'

const UNREADABLE =
  'This time could not be read. Give the date and the time in full, or leave both empty.'

/** The page's POST requests from now on. */
function posted(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/campaigns\/[^/]+$/.test(request.url())) {
      requests.push(request)
    }
  })
  return requests
}

/**
 * Sets a value that a script or an older browser may leave: keys cannot enter a year of five
 * digits.
 */
async function putInto(box: Locator, value: string): Promise<void> {
  await box.evaluate((input, text) => {
    const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')
    inherited?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, value)
}

memberTest(
  'a typed time is never dropped: it counts, or it is refused',
  async ({ page, member }) => {
    const group = `Masa ${member.deviceId}`
    await member.group(group, ['Aisyah'])
    await page.goto(NEW_CAMPAIGN)
    const requests = posted(page)
    await page.getByLabel('Campaign name').fill('Raya')
    await choose(page, 'Device', /Siti|\d/)
    await choose(page, 'Contact group', new RegExp(`^${group}`))
    await page.getByLabel('Caption').fill('Salam')
    const time = page.getByLabel('Time Post (Optional)', { exact: true })
    const said = page.getByText(UNREADABLE, { exact: true })
    // At the field; what the check says of it stands below.
    const problem = said.first()
    await shows('2.bulk.time', async () => {
      // The day and the month, without a year.
      await time.pressSequentially('0101')
      // The check below may still be moving the button.
      await expect(async () => {
        await submit(page).click()
        await expect(problem).toBeVisible()
        await expect(time).toBeFocused({ timeout: onThisMachine(2000) })
      }).toPass()
      for (const year of ['20277', '202777']) {
        await putInto(time, `${year}-03-01T10:30`)
        await submit(page).click()
        await expect(problem).toBeVisible()
      }
      expect(requests).toEqual([])
      await time.fill('2099-03-01T10:30')
      await expect(said).toHaveCount(0)
      await submit(page).click()
      await confirmSending(page)
      await expect(toastOf(page)).toHaveText('Campaign created!')
    })
    const fields = fieldsOf(requests[0]?.postData() ?? null)
    expect(fields.scheduledAt).toEqual(['2099-03-01T02:30:00.000Z'])
    await shows('7.bulk.unused', async () =>
      expect(fields).toMatchObject({
        aiAgentTraining: [''],
        useAI: ['false'],
        presenceDelay: ['0'],
      }),
    )
  },
)

memberTest(
  'a phone is told why a campaign cannot be created',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(NEW_CAMPAIGN)
    await expect(submit(page)).toBeDisabled()
    await expect(page.getByText('Give the campaign a name first.')).toBeVisible()
    const wide = await page.locator('html').evaluate((html) => html.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
  },
)

memberTest(
  'a picture that has left the library is still shown',
  { tag: '@deep' },
  async ({ page, member }) => {
    const contactGroupId = await member.group(`Gambar ${member.deviceId}`, ['Aisyah'])
    const { _id: fileId } = await member.upload(picture('kopi.png'))
    const { id } = await member.ok(
      'POST',
      `/campaigns/${member.deviceId}`,
      form({
        campaignName: 'Gambar',
        contactGroupId,
        statusEnabled: 'false',
        mediaAttachments: [fileId],
      }),
    )
    await member.ok('DELETE', `/media/${fileId}`)
    await page.goto(`/dashboard/add-campaign/${member.deviceId}/${id}`)
    const figure = page.getByRole('figure')
    await expect(figure).toContainText('Removed from the library, but still sent')
    await expect
      .poll(() => figure.locator('img').evaluate((img) => Number(Reflect.get(img, 'naturalWidth'))))
      .toBeGreaterThan(0)
    await expect(figure.locator('img')).toHaveAttribute('src', /^\/uploads\//)
  },
)

test('a log-out asks about a changed form, in the menu and in the drawer', async ({
  browser,
  server,
}) => {
  const member = await newMember(server.url, browser)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(member) })
  const page = await context.newPage()
  const question = page.getByRole('alertdialog')
  const name = page.getByLabel('Campaign name')
  await page.goto(NEW_CAMPAIGN)
  await name.fill('Raya')
  await shows('2.form.leave-question', async () => {
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await expect(question).toContainText('Leave without saving?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Raya')

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(name).toHaveValue('Raya')
    await name.fill('Raya 2')

    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
  await context.close()
})
