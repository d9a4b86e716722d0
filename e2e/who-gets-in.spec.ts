import type { Browser, Page } from '@playwright/test'
import { startServer } from './support/server.ts'
import {
  adminTest,
  expect,
  expectAccessibleInBothThemes,
  newClient,
  newPerson,
  test,
} from './support/test.ts'

const box = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function register(page: Page, person: { name: string; email: string; password: string }) {
  await box(page, 'Name').fill(person.name)
  await box(page, 'Email address').fill(person.email)
  await box(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
}

const NOBODY = { cookies: [], origins: [] }

/** Another person's browser. */
async function strangersPage(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, storageState: NOBODY })
  return { page: await context.newPage(), close: () => context.close() }
}

test('the e-mail of the new account stands in the sign-in form, and the password has the focus', {
  tag: '@deep',
}, async ({ page }) => {
  const person = newPerson('Farah')
  await page.goto('/register')
  await register(page, person)
  await page.waitForURL('**/login')
  await expect(box(page, 'Email')).toHaveValue(person.email)
  await expect(box(page, 'Password')).toBeFocused()
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Welcome, Farah')
  // No ring: it would look like an error.
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'none')
})

test('a password that everybody has is refused at its box', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/register')
  await register(page, { ...newPerson(), password: 'password123' })
  const sentence = 'This password is one of the most common ones. Choose another.'
  await expect(page.getByRole('alert').filter({ hasText: 'Registration Error' })).toContainText(
    sentence,
  )
  await expect(box(page, 'Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(box(page, 'Password')).toBeFocused()
})

test('the first account of a server that others can reach needs its setup code', async ({
  browser,
}) => {
  const server = await startServer({ ALLOWED_HOSTS: 'kirim.example.com' })
  const { page, close } = await strangersPage(browser, server.url)
  await page.goto('/register')
  await expect(box(page, 'Setup code')).toBeEditable()
  await expectAccessibleInBothThemes(page)
  const person = newPerson('Aina')
  await box(page, 'Setup code').fill('AAAA-AAAA-AAAA')
  await register(page, person)
  await expect(page.getByRole('alert')).toContainText('This is not the setup code')
  await expect(box(page, 'Setup code')).toBeFocused()
  await box(page, 'Setup code').fill(server.said.match(/this code: (\S+)/)?.[1] ?? '')
  await register(page, person)
  await page.waitForURL('**/login')
  await page.goto('/register')
  await expect(box(page, 'Name')).toBeEditable()
  await expect(box(page, 'Setup code')).toHaveCount(0)
  await close()
  await server.stop()
})

adminTest(
  'an admin opens registration, closes it, and invites',
  { tag: '@deep' },
  async ({ page, browser, server }) => {
    const stranger = await strangersPage(browser, server.url)
    await page.goto('/admin/users')
    const mode = (name: string) => page.getByRole('radio', { name, exact: true })
    await expect(mode('Open')).toBeChecked()
    await mode('Closed').click()
    await expect(page.getByText(/^No one can create an account/)).toBeVisible()
    await stranger.page.goto('/login')
    await stranger.page.getByRole('link', { name: 'Register Now!' }).click()
    await expect(stranger.page.getByText('Registration is closed on this server.')).toBeVisible()
    await expectAccessibleInBothThemes(stranger.page)

    await mode('By invitation').click()
    await page.getByRole('button', { name: 'Invite a member' }).click()
    await box(page, 'Who is it for?').fill('Siti')
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel('Invitation link').inputValue()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Close' }).last().click()
    const row = page.getByRole('listitem').filter({ hasText: 'Siti' })
    await expect(row).toBeVisible()
    await expectAccessibleInBothThemes(page)

    await stranger.page.goto('/register')
    await stranger.page.reload()
    await expect(stranger.page.getByText('Registration is by invitation.')).toBeVisible()
    await stranger.page.goto(link)
    await register(stranger.page, newPerson('Siti'))
    await stranger.page.waitForURL('**/login')
    await stranger.page.goto(link)
    await register(stranger.page, newPerson('Another'))
    await expect(stranger.page.getByRole('alert')).toContainText('This invitation was used')
    await page.reload()
    await expect(page.getByText('No open invitations.')).toBeVisible()
    await mode('Open').click()
    await expect(page.getByText(/^Anyone who can reach/)).toBeVisible()
    await stranger.close()
  },
)

adminTest(
  'an admin makes a link for who has forgotten the password',
  { tag: '@deep' },
  async ({ page, browser, server }) => {
    const { session } = await newClient(server.url, 'Zainab')
    const stranger = await strangersPage(browser, server.url)
    await page.goto('/admin/users')
    await page.getByLabel('Search by name or email').fill(session.email)
    await page.getByRole('button', { name: 'Actions for Zainab' }).click()
    await page.getByRole('menuitem', { name: 'Password reset link' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel('Link for Zainab').inputValue()
    await expectAccessibleInBothThemes(page)

    await stranger.page.goto(link)
    await box(stranger.page, 'New password').fill('teh-tarik-panas')
    await box(stranger.page, 'Confirm password').fill('teh-tarik-panas')
    await expectAccessibleInBothThemes(stranger.page)
    await stranger.page.getByRole('button', { name: 'Set password' }).click()
    await stranger.page.waitForURL('**/login')
    await expect(box(stranger.page, 'Email')).toHaveValue(session.email)
    await box(stranger.page, 'Password').fill('teh-tarik-panas')
    await stranger.page.getByRole('button', { name: 'Sign in' }).click()
    await expect(stranger.page.getByRole('heading', { level: 1 })).toContainText('Welcome, Zainab')
    // A user is signed in, and the link still shows its result.
    await stranger.page.goto(link)
    await box(stranger.page, 'New password').fill('kopi-ais-panas')
    await box(stranger.page, 'Confirm password').fill('kopi-ais-panas')
    await stranger.page.getByRole('button', { name: 'Set password' }).click()
    await expect(stranger.page.getByRole('alert')).toContainText(
      'This link was used or has expired.',
    )
    await stranger.close()
  },
)
