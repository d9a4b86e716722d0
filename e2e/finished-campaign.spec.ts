import { form } from './support/api.ts'
import { confirmSending } from './support/bulk-form.ts'
import { expect, expectAccessible, memberTest } from './support/test.ts'

memberTest(
  'a finished campaign is shown, and goes to the new people of its group',
  async ({ page, member }) => {
    const groupName = `Staf ${member.deviceId}`
    const contactGroupId = await member.group(groupName, ['Aisyah'])
    const fields = { campaignName: 'Kopi', caption: 'Hai *[name|kawan]*!', contactGroupId }
    const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
    const status = async () =>
      (await member.ok('GET', `/campaigns/${member.deviceId}/${id}`)).status as string
    await expect.poll(status).toBe('completed')
    await member.ok('POST', '/contacts', {
      name: '60123450001',
      phoneNumber: '60123450001',
      groupId: contactGroupId,
    })

    await page.goto(`/dashboard/add-campaign/${member.deviceId}?type=bulk&editCampaignId=${id}`)
    await expect(page).toHaveURL(`/campaigns/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kopi')
    await expectAccessible(page)
    await page.goto('/')
    await expect(page.getByText('Reached 1 of 1.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Kopi' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Send to the rest' }).click()
    const question = page.getByRole('alertdialog', { name: 'Send to the 1 person left?' })
    await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Send to the rest' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
    await expect.poll(status).toBe('completed')
    await page.goto('/sandbox')
    await expect(page.getByText('Hai kawan!').first()).toBeVisible()
  },
)

memberTest(
  'a campaign is changed only after the question',
  { tag: '@deep' },
  async ({ page, member }) => {
    const contactGroupId = await member.group(`Tanya ${member.deviceId}`, ['Aisyah', 'Bala'])
    const later = { scheduledAt: '2035-11-27T00:00:00.000Z' }
    const fields = { campaignName: 'Raya', caption: 'Hai', contactGroupId, ...later }
    const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
    await page.goto(`/dashboard/add-campaign/${member.deviceId}?type=bulk&editCampaignId=${id}`)
    await page.getByLabel('Campaign name').fill('Raya 2')
    await expect(page.getByText(/^27 Nov 2035/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Update Campaign' }).click()
    const question = page.getByRole('alertdialog', { name: 'Send to 2 people?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    const name = async () =>
      (await member.ok('GET', `/campaigns/${member.deviceId}/${id}`)).campaignName as string
    expect(await name()).toBe('Raya')
    await page.getByRole('button', { name: 'Update Campaign' }).click()
    await confirmSending(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
    expect(await name()).toBe('Raya 2')
  },
)
