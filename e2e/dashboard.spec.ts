import { onThisMachine } from '@kirim/testing/test-run'
import { form } from './support/api.ts'
import { stopClock } from './support/clock.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  holdBack,
  type Member,
  memberTest,
  newClient,
  refuse,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

const SUMMARY = 'GET /analytics/dashboard/overall-summary'
const LIST = 'GET /analytics/dashboard/bulk-campaign-summary'

/** A campaign that sends nothing. */
async function makeCampaign(member: Member, campaignName: string): Promise<string> {
  const contactGroupId = await member.group(`${campaignName} group`, ['Aisyah'])
  const fields = { campaignName, contactGroupId, caption: 'Hi', statusEnabled: 'false' }
  const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
  return id
}

test('the dashboard of somebody new, word for word', async ({ browser, server }) => {
  const client = await newClient(server.url, 'Devi')
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(client),
  })
  const page = await context.newPage()
  const release = await holdBack(page, SUMMARY)
  const releaseList = await holdBack(page, LIST)
  await page.goto('/')
  await shows('2.dashboard.greeting', () =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Devi'),
  )
  await shows('2.dashboard.cards-loading 4.dashboard.load', async () => {
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(3)
    await expect(page.getByText('Loading campaigns...', { exact: true })).toBeVisible()
    release()
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  })
  await shows('2.dashboard.loading', () =>
    expect(page.getByText('Loading campaigns...', { exact: true })).toBeVisible(),
  )
  releaseList()
  await shows('2.dashboard.empty', () =>
    expect(page.getByText('No bulk campaigns found.', { exact: true })).toBeVisible(),
  )
  const card = (name: string) => page.getByRole('group', { name, exact: true })
  const cards = [
    ['Total Messages', 'Total outgoing messages', '2.dashboard.total'],
    ['Sent', 'Successfully delivered or read', '2.dashboard.sent'],
    ['Failed', 'Delivery failures', '2.dashboard.failed'],
  ] as const
  for (const [name, caption, id] of cards) {
    await shows(id, () => expect(card(name)).toHaveText(`${name}0${caption}`))
  }
  await shows('2.dashboard.add', () =>
    expect(
      page.getByRole('link', { name: 'Add New Bulk Campaign', exact: true }).first(),
    ).toHaveAttribute('href', '/dashboard/add-campaign?type=bulk'),
  )
  await shows('2.dashboard.thousands', async () => {
    await page.route('**/overall-summary', (route) =>
      route.fulfill({
        json: { totalMessages: 1_234_567, sentMessages: 45_903, failedMessages: 1127 },
      }),
    )
    await page.reload()
    await expect(card('Total Messages')).toContainText('1,234,567')
    await expect(card('Sent')).toContainText('45,903')
    await expect(card('Failed')).toContainText('1,127')
  })
  await context.close()
})

memberTest('the campaigns of the dashboard', async ({ page, member }) => {
  const name = 'Promosi Raya'
  const id = await makeCampaign(member, name)
  await page.goto('/')
  const table = page.getByRole('table', { name: 'Bulk Messaging Campaigns' })
  await shows('2.dashboard.table', () => expect(table).toBeVisible())
  await shows('2.dashboard.columns', () =>
    expect(table.getByRole('columnheader')).toHaveText([
      'Campaign Name',
      'Progress',
      'Sent',
      'Failed',
      'When',
      'Actions',
    ]),
  )
  const row = table.getByRole('row').filter({ hasText: name })
  const open = (of = name) => page.getByRole('button', { name: `Actions for ${of}` }).click()
  await open()
  await shows('2.dashboard.actions', () =>
    expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Duplicate', 'Delete']),
  )
  await shows('2.dashboard.edit 2.form.edit-query 2.form.title-edit-bulk', async () => {
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.waitForURL(
      `**/dashboard/add-campaign/${member.deviceId}?type=bulk&editCampaignId=${id}`,
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Bulk Campaign')
    await expect(page.getByLabel('Campaign name')).toHaveValue(name)
  })

  await page.goto('/')
  const reloads = () =>
    Promise.all(
      ['**/overall-summary', '**/bulk-campaign-summary?limit=10*'].map((path) =>
        page.waitForResponse(path),
      ),
    )
  await shows('8.dashboard.duplicate-success 4.dashboard.reload-duplicate', async () => {
    const release = await holdBack(page, 'POST /campaigns/.*/duplicate')
    await open()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(toastOf(page)).toHaveText('Duplicating campaign...')
    const loaded = reloads()
    release()
    await expect(toastOf(page)).toHaveText('Campaign duplicated successfully! Refreshing list...')
    await loaded
    await expect(row).toHaveCount(2)
  })
  const copy = `${name} (copy)`
  const remove = async (answer: 'accept' | 'dismiss') => {
    const asked = page.waitForEvent('dialog')
    await open(copy)
    const chosen = page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = await asked
    const text = dialog.message()
    await dialog[answer]()
    await chosen
    return text
  }
  await shows('2.dashboard.delete-confirm', async () => {
    expect(await remove('dismiss')).toBe('Are you sure you want to delete this campaign?')
    await expect(row).toHaveCount(2)
  })
  await shows('8.dashboard.delete-failure', async () => {
    const stop = await refuse(page, 'DELETE /campaigns/.*', { status: 500 })
    await remove('accept')
    await expect(toastOf(page)).toHaveText('Failed to delete campaign.')
    await stop()
    const stopAgain = await refuse(page, 'DELETE /campaigns/.*', { body: { message: 'Locked.' } })
    await remove('accept')
    await expect(toastOf(page)).toHaveText('Locked.')
    await stopAgain()
  })
  await shows('8.dashboard.delete-success 4.dashboard.reload-delete', async () => {
    const release = await holdBack(page, 'DELETE /campaigns/.*')
    await remove('accept')
    await expect(toastOf(page)).toHaveText('Deleting campaign...')
    const loaded = reloads()
    release()
    await expect(toastOf(page)).toHaveText('Campaign deleted successfully!')
    await loaded
    await expect(row).toHaveCount(1)
  })
  await shows('8.dashboard.duplicate-failure', async () => {
    const stop = await refuse(page, 'POST /campaigns/.*/duplicate', { status: 500 })
    await open()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(toastOf(page)).toHaveText('Failed to duplicate campaign.')
    await stop()
    await refuse(page, 'POST /campaigns/.*/duplicate', { body: { message: 'Not now.' } })
    await open()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(toastOf(page)).toHaveText('Not now.')
  })
})

memberTest(
  'what is under way is paused and resumed from the dashboard',
  { tag: '@deep' },
  async ({ page, member }) => {
    const name = 'Perlahan'
    const contactGroupId = await member.group(`${name} group`, ['Aisyah', 'Bala', 'Chong'])
    const intervals = { minIntervalSeconds: '60', maxIntervalSeconds: '60' }
    const fields = { campaignName: name, contactGroupId, caption: 'Hi', ...intervals }
    const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
    await page.goto('/')
    const current = page.getByRole('region', { name: 'Under way' }).getByRole('listitem', { name })
    await expect(current).toContainText(/Sending: \d (person|people) left\./)
    await current.getByRole('button', { name: 'Pause' }).click()
    await expect(toastOf(page)).toContainText('Perlahan is paused.')
    await expect(current).toHaveCount(0)
    const row = page.getByRole('row').filter({ hasText: name }).first()
    await expect(row).toContainText(/Paused today, \d\d:\d\d\. \d (person|people) left\./)
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(current).toContainText('Sending:')
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(page.getByRole('table')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
    await member.ok('DELETE', `/campaigns/${member.deviceId}/${id}`)
    await expect(page.getByText(name)).toHaveCount(0)
  },
)

memberTest('what cannot be loaded is said, and stands at zero', async ({ page }) => {
  const total = page.getByRole('group', { name: 'Total Messages' })
  await shows('8.overall 4.dashboard.failure', async () => {
    const stop = await refuse(page, SUMMARY)
    await page.goto('/')
    await expect(toastOf(page)).toHaveText('Could not load overall analytics.')
    await expect(total).toContainText('0')
    await stop()
  })
  await shows('8.bulk-list 4.dashboard.failure', async () => {
    await refuse(page, LIST)
    await page.goto('/')
    await expect(toastOf(page)).toHaveText('Could not load bulk campaign list.')
    await expect(page.getByRole('table')).toHaveCount(0)
  })
})

memberTest('toasts of the signed-in area', async ({ page }) => {
  await refuse(page, SUMMARY)
  // Toasts do not disappear by themselves.
  await page.clock.install()
  await page.goto('/')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await stopClock(page)
  await again.click()
  // The page's pending tasks have run, also those after the refusal has come.
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(toastOf(page)).toHaveText('Could not load overall analytics.', { timeout: 500 })
  }).toPass()
  await shows('9.toast-b.hotkey', async () => {
    await page.keyboard.press('F8')
    await expect(page.locator('ol[data-sonner-toaster]')).toBeFocused()
    await page.keyboard.press('Tab')
  })
  await shows('9.toast-b.swipe', async () => {
    const drag = async (by: number) => {
      const box = await toastOf(page).boundingBox()
      if (!box) throw new Error('The toast has no place.')
      const [x, y] = [box.x + 100, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await expect(async () => {
        await page.mouse.move(x + by - 1, y)
        await page.mouse.move(x + by, y)
        const swiped = { timeout: onThisMachine(100) }
        await expect(toastOf(page)).toHaveCSS('--swipe-amount-x', `${by}px`, swiped)
      }).toPass()
      // Slowly: a flick dismisses at any length.
      await page.clock.runFor(2000)
      await page.mouse.up()
    }
    await drag(44)
    await expect(toastOf(page)).toHaveAttribute('data-swipe-out', 'false')
    await drag(46)
    await expect(page.locator('[data-sonner-toast][data-swipe-out=true]')).toHaveCount(1)
  })
})

memberTest('a toast of the signed-in area closes after five seconds', async ({ page }) => {
  await page.clock.install()
  await page.goto('/settings')
  await page.getByLabel('API Key').fill('sk-something')
  await stopClock(page)
  await page.getByRole('button', { name: 'Save API Key' }).click()
  await shows('2.settings.disabled-saving', () =>
    expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled(),
  )
  await shows('2.settings.saved 9.settings', async () => {
    await page.clock.runFor(999)
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await expect(toastOf(page)).toHaveCount(0)
    await page.clock.runFor(2)
    await expect(toastOf(page)).toHaveText('AI settings saved successfully! (Simulation)')
  })
  await shows('9.toast-b.duration', async () => {
    await page.clock.runFor(4900)
    await expect(toastOf(page)).toHaveCount(1)
    await page.clock.runFor(100)
    await expect(toastOf(page)).toHaveCount(0)
  })
})
