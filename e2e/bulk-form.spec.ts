import { form } from './support/api.ts'
import { NEW_CAMPAIGN, submit } from './support/bulk-form.ts'
import {
  expect,
  holdBack,
  memberTest,
  newClient,
  refuse,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

test('the form of somebody who has nothing yet', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  const release = await holdBack(page, 'GET /media')
  const asked = ['/contact-groups', '/media'].map((path) => page.waitForRequest(`**/api${path}`))
  await page.goto(NEW_CAMPAIGN)
  await shows('7.bulk.loads', () => Promise.all(asked))
  await shows('2.form.disabled-loading', async () => {
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    await expect(submit(page)).toHaveCount(0)
  })
  release()
  await shows('2.bulk.no-devices', () =>
    expect(
      page.getByRole('link', {
        name: 'No devices found. Please connect a device on the WhatsApp page first.',
        exact: true,
      }),
    ).toHaveAttribute('href', '/scan-device'),
  )
  await shows('2.bulk.no-active', () =>
    expect(
      page.getByText('No active devices. Connect device for bulk campaign.', { exact: true }),
    ).toBeVisible(),
  )
  await shows('2.bulk.group-empty', () =>
    expect(page.getByLabel('Contact group')).toHaveText('No contact groups found.'),
  )
  await shows('2.form.disabled-bulk-nameless 5.bulk.name', async () => {
    await expect(submit(page)).toBeDisabled()
    await page.getByLabel('Campaign name').fill('  ')
    await expect(submit(page)).toBeDisabled()
    await page.getByLabel('Campaign name').fill('Raya')
    await expect(submit(page)).toBeEnabled()
  })
  await shows('5.bulk.device 2.bulk.device', async () => {
    await submit(page).click()
    await expect(
      page.getByText('Device ID is required. Please select or ensure device is connected.', {
        exact: true,
      }),
    ).toBeVisible()
  })
  await shows('5.bulk.group', () =>
    expect(
      page.getByText('Contact Group is required for Bulk Campaign.', { exact: true }),
    ).toBeVisible(),
  )
  await page.getByRole('button', { name: 'Media Library' }).click()
  await shows('2.library.empty', async () => {
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('No media found in your storage.', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Upload now', exact: true })).toHaveAttribute(
      'href',
      '/media-storage',
    )
  })
  await context.close()
})

memberTest('the fields, word for word', async ({ page, member }) => {
  await member.group(`Raya ${member.deviceId}`, ['Aisyah', 'Bala'])
  await page.goto(NEW_CAMPAIGN)
  await shows('2.bulk.name', () =>
    expect(page.getByLabel('Campaign name')).toHaveAttribute('placeholder', /promotion/),
  )
  await page.getByLabel('Contact group').click()
  await shows('2.bulk.group', async () => {
    await page
      .getByRole('option', { name: `Raya ${member.deviceId} · 2 contacts`, exact: true })
      .click()
  })
  await shows('2.bulk.caption', async () => {
    const caption = page.getByLabel('Caption')
    await expect(caption).toHaveJSProperty('tagName', 'TEXTAREA')
    await caption.fill('Salam')
  })
  const time = page.getByLabel('Time Post (Optional)', { exact: true })
  await shows('2.bulk.time', () => expect(time).toHaveAttribute('type', 'datetime-local'))
  await shows('2.bulk.time-blank', async () => {
    await expect(time).toHaveValue('')
    await expect(
      page.getByText('Leave blank to send immediately if the queue is empty.'),
    ).toBeVisible()
  })
  const min = page.getByLabel('Min Interval', { exact: true })
  const max = page.getByLabel('Max Interval', { exact: true })
  await shows('9.interval.defaults', async () => {
    await expect(min).toHaveText('5 s')
    await expect(max).toHaveText('10 s')
  })
  await shows('2.bulk.intervals 9.interval.range', async () => {
    const seconds = Array.from({ length: 57 }, (_, index) => `${index + 4} s`)
    for (const select of [min, max]) {
      await select.click()
      await expect(page.getByRole('option')).toHaveText(seconds)
      await page.keyboard.press('Escape')
    }
  })
  const choices = page.getByRole('radiogroup', { name: 'Schedule' }).getByRole('radio')
  await shows('2.bulk.schedule', () =>
    expect(choices).toHaveText([
      'Anytime',
      'Daytime (7am-6pm)',
      'Nighttime (7pm-6am)',
      'Odd Hours',
      'Even Hours',
    ]),
  )
  const badges = page.getByRole('list', { name: 'Active hours' }).getByRole('listitem')
  const hours = (...list: number[]) => list.map((hour) => `${String(hour).padStart(2, '0')}:00`)
  const range = (from: number, to: number, step = 1) =>
    Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step)
  const expected = [
    [1, hours(...range(7, 18)), '4.schedule.daytime 9.hours 2.bulk.hours'],
    [2, hours(...range(19, 23), ...range(0, 6)), '4.schedule.nighttime 9.hours'],
    [3, hours(...range(1, 23, 2)), '4.schedule.odd'],
    [4, hours(...range(0, 22, 2)), '4.schedule.even'],
    [0, [], '4.schedule.anytime'],
  ] as const
  for (const [choice, texts, ids] of expected) {
    await shows(ids, async () => {
      await choices.nth(choice).click()
      await expect(badges).toHaveText([...texts])
    })
  }
  await shows('2.form.back-bulk', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
  })
})

memberTest('a form whose data cannot be loaded leads back', async ({ page, member }) => {
  const contactGroupId = await member.group(`Load ${member.deviceId}`)
  const fields = { campaignName: 'Muat', contactGroupId, statusEnabled: 'false' }
  const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
  await shows('8.form.load-bulk', async () => {
    await refuse(page, 'GET /campaigns/.*')
    await page.goto(`/dashboard/add-campaign/${member.deviceId}?type=bulk&editCampaignId=${id}`)
    await expect(toastOf(page)).toHaveText('Failed to load page data. Please try again.')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
  })
})
