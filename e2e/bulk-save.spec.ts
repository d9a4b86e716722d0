import type { Locator, Page } from '@playwright/test'
import { choose, fieldsOf, submit } from './support/bulk-form.ts'
import {
  expect,
  expectAccessible,
  holdBack,
  memberTest,
  refuse,
  shows,
  toastOf,
} from './support/test.ts'

memberTest('saving: what is sent, what is said, where it leads', async ({ page, member }) => {
  const group = `Save ${member.deviceId}`
  const groupId = await member.group(group, ['Aisyah'])
  await page.goto('/add-campaign')
  const fill = async (name: string) => {
    await page.getByLabel('Campaign name').fill(name)
    await choose(page, 'Device', /Siti|\d/)
    await choose(page, 'Contact group', new RegExp(`^${group}`))
    await page.getByLabel('Caption').fill('Salam')
    await page.getByRole('switch', { name: 'Enabled' }).click()
  }
  await fill('Dihantar')
  await shows('2.form.submit-create', () => expect(submit(page)).toBeEnabled())
  // Not the check of the form, which asks below the same address.
  const save = `POST /campaigns/${member.deviceId}`
  await failures(page, save, submit(page))
  const release = await holdBack(page, save)
  const asked = page.waitForRequest(`**/api/campaigns/${member.deviceId}`)
  await submit(page).click()
  await shows('2.form.disabled-saving', () =>
    expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled(),
  )
  await shows(
    '7.bulk.create 7.bulk.form 7.bulk.scheduled 7.bulk.intervals 7.bulk.details',
    async () => {
      expect(fieldsOf((await asked).postData())).toMatchObject({
        campaignName: ['Dihantar'],
        statusEnabled: ['false'],
        enableLink: ['false'],
        urlLink: [''],
        caption: ['Salam'],
        campaignType: ['bulk'],
        contactGroupId: [groupId],
        scheduledAt: [''],
        minIntervalSeconds: ['5'],
        maxIntervalSeconds: ['10'],
        campaignScheduleType: ['anytime'],
        campaignScheduleDetails: ['[]'],
      })
    },
  )
  release()
  await shows('8.form.created 2.form.saved-bulk', async () => {
    await expect(toastOf(page)).toHaveText('Campaign created!')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  const list = await member.ok('GET', '/analytics/dashboard/bulk-campaign-summary')
  const { id } = list.find((item: { name: string }) => item.name === 'Dihantar')
  await page.goto(`/dashboard/add-campaign/${member.deviceId}/${id}`)
  await shows('2.bulk.device-fixed 2.form.device-segment', () =>
    expect(page.getByLabel('Device', { exact: true })).toBeDisabled(),
  )
  const update = page.getByRole('button', { name: 'Update Campaign', exact: true })
  await shows('2.form.submit-update', () => expect(update).toBeEnabled())
  await page.getByLabel('Time Post (Optional)').fill('2030-01-02T03:04')
  await page.getByRole('radio', { name: 'Odd Hours' }).click()
  const updated = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith(id),
  )
  await update.click()
  await shows(
    '7.bulk.update 7.bulk.no-media 7.bulk.scheduled 7.bulk.details 3.bulk.scheduled',
    async () => {
      const fields = fieldsOf((await updated).postData())
      expect(fields.mediaAttachments).toEqual(['[]'])
      expect(fields.scheduledAt).toEqual(['2030-01-01T19:04:00.000Z'])
      expect(fields.campaignScheduleDetails).toEqual(['[1,3,5,7,9,11,13,15,17,19,21,23]'])
    },
  )
  await shows('8.form.updated 2.form.saved-bulk', async () => {
    await expect(toastOf(page)).toHaveText('Campaign updated!')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
  })
})

memberTest('a campaign whose answer is lost is created once', async ({ page, member }) => {
  const group = `Once ${member.deviceId}`
  await member.group(group, ['Aisyah'])
  const isCreate = `**/api/campaigns/${member.deviceId}`
  const fill = async (name: string) => {
    await page.goto(`/dashboard/add-campaign/${member.deviceId}`)
    await page.getByLabel('Campaign name').fill(name)
    await choose(page, 'Contact group', new RegExp(`^${group}`))
    await page.getByLabel('Caption').fill('Salam')
    await page.getByRole('switch', { name: 'Enabled' }).click()
  }
  const createUnheard = async () => {
    await page.route(isCreate, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit(page).click()
    await expect(toastOf(page)).toContainText('The server did not respond.')
    await page.unroute(isCreate)
  }
  const created = async (name: string) => {
    const list = await member.ok('GET', '/analytics/dashboard/bulk-campaign-summary')
    return list.filter((item: { name: string }) => item.name === name)
  }

  await fill('Sekali')
  await createUnheard()
  expect(await created('Sekali')).toHaveLength(1)
  await submit(page).click()
  await expect(toastOf(page)).toHaveText('Campaign created!')
  expect(await created('Sekali')).toHaveLength(1)

  await fill('Diubah')
  await createUnheard()
  await page.getByLabel('Caption').fill('Salam sejahtera')
  await submit(page).click()
  await expect(
    page.getByText('This campaign has already been created', { exact: true }),
  ).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show the campaign' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  const [{ id }] = await created('Diubah')
  await expect(page).toHaveURL(new RegExp(`/campaigns/${id}$`))
  expect(await created('Diubah')).toHaveLength(1)
})

/** The four messages of a failed save [8.form]. */
async function failures(page: Page, call: string, button: Locator): Promise<void> {
  const says = async (status: number, body: object | undefined, text: string) => {
    const stop = await refuse(page, call, { status, ...(body && { body }) })
    await button.click()
    await expect(toastOf(page)).toHaveText(`Failed: ${text}`)
    await stop()
  }
  await shows('8.form.save-unknown', () => says(500, undefined, 'An unknown error occurred.'))
  await shows('8.form.save-message', () =>
    says(400, { message: 'The server says so.', error: 'E42' }, 'The server says so.'),
  )
  await shows('8.form.save-error', () => says(400, { error: 'E42' }, 'E42'))
  await shows('8.form.save-client', async () => {
    const [, path = ''] = call.split(' ')
    const isCall = ({ pathname }: URL) => new RegExp(`^/api${path}$`).test(pathname)
    await page.route(isCall, (route) => route.abort())
    await button.click()
    await expect(toastOf(page)).toHaveText(
      'Failed: The server did not respond. What you typed is still here.',
    )
    await page.unroute(isCall)
  })
}
