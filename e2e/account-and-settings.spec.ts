import { stopClock } from './support/clock.ts'
import {
  expect,
  memberTest,
  newClient,
  refuse,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

test('the account page', async ({ browser, server }) => {
  const client = await newClient(server.url, 'Farid')
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.goto('/account')
  const name = page.getByLabel('Name', { exact: true })
  const email = page.getByLabel('Email', { exact: true })
  const password = page.getByLabel('New password', { exact: true })
  const confirmation = page.getByLabel('Confirm password', { exact: true })
  const save = page.getByRole('button', { name: 'Save Changes' })
  await shows('2.account.fields', async () => {
    await expect(name).toHaveValue('Farid')
    await expect(email).toHaveValue(client.session.email)
    await expect(password).toHaveValue('')
    await expect(confirmation).toHaveValue('')
  })
  await shows('2.account.email 5.profile.email', () => expect(email).not.toBeEditable())
  await shows('2.account.confirm', async () => {
    await expect(confirmation).toBeDisabled()
    await password.fill('x')
    await expect(confirmation).toBeEnabled()
    await password.clear()
    await expect(confirmation).toBeDisabled()
  })
  await shows('5.profile.name', async () => {
    await name.fill(' ')
    await save.click()
    await expect(page.getByText('Name is required.')).toBeVisible()
    await name.fill('Farid bin Ali')
  })
  await shows('5.profile.match', async () => {
    await password.fill('a longer password')
    await confirmation.fill('a longer passwort')
    await save.click()
    await expect(
      page.getByText('Password and confirmation password do not match.', { exact: true }),
    ).toBeVisible()
    await confirmation.fill('a longer password')
    await page.getByLabel('Current password', { exact: true }).fill('a long password')
  })
  await shows('8.profile', async () => {
    const stop = await refuse(page, 'PUT /users/profile', { status: 500 })
    await save.click()
    await expect(toastOf(page)).toHaveText('Failed: Error updating profile.')
    await stop()
    const stopAgain = await refuse(page, 'PUT /users/profile', { body: { message: 'Not today.' } })
    await save.click()
    await expect(toastOf(page)).toHaveText('Failed: Not today.')
    await stopAgain()
  })
  await shows('4.auth.profile 7.users.profile 3.user.token', async () => {
    const answered = page.waitForResponse('**/api/users/profile')
    await save.click()
    const answer = await answered
    expect(answer.request().postDataJSON()).toMatchObject({
      name: 'Farid bin Ali',
      password: 'a longer password',
    })
    const session = await answer.json()
    await expect(toastOf(page)).toHaveText('Your profile is saved.')
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(JSON.parse(stored.userInfo ?? '')).toEqual(session)
    expect(stored.token).toBe(session.token)
  })
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Farid bin Ali')
  await context.close()
})

memberTest('the settings are simulated', async ({ page }) => {
  await page.clock.install()
  await page.goto('/ai-chatbot')
  const link = page.getByRole('link', { name: 'AI Settings' })
  await expect(link).toBeVisible()
  await stopClock(page)
  await link.click()
  const key = page.getByLabel('API Key')
  await shows('2.settings.load 9.settings', async () => {
    await expect(page.getByText('Loading AI settings...')).toBeVisible()
    await page.clock.runFor(499)
    await expect(key).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(key).toBeVisible()
  })
  await page.clock.resume()
  await shows('2.settings.field', async () => {
    await expect(page.getByRole('heading', { name: 'AI Configuration', exact: true })).toBeVisible()
    await expect(key).toHaveAttribute('type', 'password')
  })
  const save = page.getByRole('button', { name: 'Save API Key', exact: true })
  await shows('2.settings.button', () => expect(save).toBeVisible())
  await shows('2.settings.disabled-empty 5.settings.key', async () => {
    await expect(save).toBeDisabled()
    await key.fill('sk-something')
    await expect(save).toBeEnabled()
    await key.clear()
    await expect(save).toBeDisabled()
    await key.fill('sk-something')
  })
  await shows('2.settings.no-call', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await save.click()
    await expect(toastOf(page)).toHaveText('AI settings saved successfully! (Simulation)')
    expect(calls.filter((url) => url.includes('/api/'))).toEqual([])
  })
})

memberTest('lists to choose from', async ({ page }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/account')
  const country = page.getByLabel('Default country')
  await country.click()
  const list = page.getByRole('listbox')
  await shows('9.select.margin', async () => {
    await expect(async () => {
      const box = await list.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(10)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(490)
    }).toPass()
  })
  await shows('9.menu.typeahead', async () => {
    await stopClock(page)
    const focused = page.locator('[role=option]:focus')
    const press = async (key: string, name: RegExp) => {
      await page.keyboard.press(key)
      await page.clock.runFor(10)
      await expect(focused).toHaveText(name)
    }
    await press('i', /^I/)
    await page.clock.runFor(980)
    await press('n', /^In/)
    await page.clock.runFor(1000)
    await press('n', /^N/)
  })
})
