import { onThisMachine } from '@kirim/testing/test-run'
import { type Server, startServer } from './support/server.ts'
import {
  expect,
  expectAccessible,
  newPerson,
  registerOverHttp,
  signIn,
  test,
} from './support/test.ts'

let ownServer: Server
const admin = { ...newPerson('Admin'), email: 'admin@example.com' }

test.beforeAll(async () => {
  ownServer = await startServer({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
})
test.afterAll(() => ownServer.stop())

test('an admin changes a plan and a role, and a revoked admin is turned away at once', async ({
  browser,
}) => {
  const bala = newPerson('Bala')
  await registerOverHttp(ownServer.url, bala)
  const theirContext = await browser.newContext({ baseURL: ownServer.url })
  const theirs = await theirContext.newPage()
  await signIn(theirs, bala)
  await theirs.goto('/admin/users')
  await expect(theirs.getByRole('alert')).toContainText('Akses Ditolak')

  const myContext = await browser.newContext({ baseURL: ownServer.url })
  const mine = await myContext.newPage()
  await mine.goto('/login')
  await mine.getByLabel('Email').fill(admin.email)
  await mine.getByLabel('Password', { exact: true }).fill(admin.password)
  await mine.getByRole('button', { name: 'Sign in' }).click()
  await mine.getByRole('link', { name: 'Admin Users' }).click()
  const row = mine.getByRole('row', { name: /Bala/ })
  const setPlan = async (plan: string) => {
    await mine.getByRole('button', { name: 'Actions for Bala' }).click()
    await mine.getByRole('menuitem', { name: 'Change plan' }).click()
    await mine.getByRole('combobox', { name: 'Plan of Bala' }).click()
    await mine.getByRole('option', { name: plan }).click()
    await mine.getByRole('button', { name: /^Update/ }).click()
  }
  await setPlan('Pro')
  await expect(mine.getByText('Bala now has the Pro plan.', { exact: true })).toBeVisible()
  await expectAccessible(mine)

  const answerTheQuestion = async (action: string) => {
    await mine.getByRole('button', { name: 'Actions for Bala' }).click()
    await mine.getByRole('menuitem', { name: action }).click()
    await mine.getByRole('alertdialog').getByRole('button', { name: action }).click()
  }
  await answerTheQuestion('Make Admin')
  await expect(row).toContainText('Admin')
  const link = theirs.getByRole('link', { name: 'Admin Users' })
  await expect(theirs.getByRole('row', { name: /Bala/ })).toContainText('Pro')
  await expect(link).toBeVisible()

  await answerTheQuestion('Revoke Admin')
  await expect(row).not.toContainText('Admin')
  await expect(theirs.getByRole('alert')).toContainText('Akses Ditolak')
  await expect(link).toHaveCount(0)
  expect(await theirs.evaluate(() => localStorage.getItem('userInfo'))).toContain('"role":"user"')

  await theirs.getByRole('link', { name: 'Scan Device' }).click()
  await expect(theirs.getByText('Your Pro plan allows 5 devices.')).toBeVisible()
  await setPlan('Free')
  await expect(theirs.getByText('Your Free plan allows 1 device.')).toBeVisible()

  await answerTheQuestion('Delete')
  await expect(row).toHaveCount(0)
  await theirContext.close()
  await myContext.close()
})

test('a new password is the one to sign in with', { tag: '@deep' }, async ({ page, person }) => {
  await page.goto('/account')
  await expect(page.getByLabel('Confirm password')).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('Siti')
  await page.getByLabel('New password').fill('another long password')
  await page.getByLabel('Confirm password').fill('another long password')
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('Default country').click()
  await expect(page.locator('[role=option]:focus')).toHaveCount(1)
  // Letters typed slower than one per second start another word.
  await expect(async () => {
    await page.keyboard.type('Indonesia')
    const option = page.getByRole('option', { name: 'Indonesia' })
    await expect(option).toBeFocused({ timeout: onThisMachine(1500) })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your profile is saved.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Default country')).toContainText('Indonesia')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await signIn(page, { ...person, name: 'Siti', password: 'another long password' })
})
