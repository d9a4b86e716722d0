import { callApi } from './support/api.ts'
import { expect, newPerson, registerOverHttp, signIn, test, toastOf } from './support/test.ts'

test('register, sign in, be remembered after a reload, sign out', async ({ page }) => {
  const person = newPerson('Siti')
  await page.goto('/register')
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/login')
  await signIn(page, person)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Siti')
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys).toEqual(expect.arrayContaining(['token', 'userInfo']))
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a wrong password is said, and what was typed stays', async ({ page, server }) => {
  const person = newPerson()
  await registerOverHttp(server.url, person)
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Login Error' })
  await expect(alert).toContainText('Wrong e-mail or password.')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})

test('a deep link survives signing in [2.route.guard]', async ({ page, server }) => {
  const person = newPerson()
  await registerOverHttp(server.url, person)
  await page.goto('/scan-device')
  await page.waitForURL('**/login**')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scan Device')
})

test('a corrupt record is cleared [4.auth.corrupt] [8.corrupt]', async ({ page }) => {
  await page.goto('/login')
  // This page has read its storage.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('token', 'something')
    localStorage.setItem('userInfo', '{not json')
  })
  const said = page.waitForEvent('console', (message) => message.text().includes('Gagal memparse'))
  await page.goto('/')
  expect((await said).text()).toContain('Gagal memparse data pengguna dari localStorage')
  await page.waitForURL('**/login**')
  expect(await page.evaluate(() => [localStorage.token, localStorage.userInfo])).toEqual(
    [null, null].map(() => undefined),
  )
})

const ENDED = 'Your session has ended. Please sign in again.'

test('a new password: other tabs go on with what they hold, another browser is signed out [4.auth.profile]', async ({
  browser,
  context,
  page,
  person,
  server,
}) => {
  const tab = await context.newPage()
  await tab.goto('/add-campaign')
  await tab.getByLabel('Campaign name').fill('Raya')
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const otherBrowser = await elsewhere.newPage()
  await signIn(otherBrowser, person)
  await page.goto('/account')
  for (const label of ['New password', 'Confirm password']) {
    await page.getByLabel(label, { exact: true }).fill('another long password')
  }
  await page.getByLabel('Current password').fill(person.password)
  const line = tab.waitForEvent('websocket')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toHaveText('Your profile is saved.')
  await otherBrowser.waitForURL('**/login**')
  await expect(otherBrowser.getByText(ENDED)).toBeVisible()
  await line
  await expect(tab.getByLabel('Campaign name')).toHaveValue('Raya')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Manager')
  await tab.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(tab.getByRole('heading', { level: 1 })).toContainText('Welcome,')
  await elsewhere.close()
})

test('a session that the server ends: every tab says so and keeps what was typed', {
  tag: '@deep',
}, async ({ context, page, person, server }) => {
  const tab = await context.newPage()
  for (const each of [page, tab]) {
    await each.goto('/add-campaign')
    await each.getByLabel('Campaign name').fill('Raya')
  }
  const { body } = await callApi(server.url, null, 'POST', '/users/login', person)
  const password = 'another long password'
  await callApi(server.url, body.token, 'PUT', '/users/profile', {
    name: person.name,
    password,
    currentPassword: person.password,
  })
  for (const each of [page, tab]) {
    await each.waitForURL('**/login?next=**')
    await expect(each.getByText(ENDED)).toBeVisible()
  }
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  for (const each of [page, tab]) {
    await each.getByRole('button', { name: 'Restore it' }).click()
    await expect(each.getByLabel('Campaign name')).toHaveValue('Raya')
  }
})

test('another user, signed in by another tab: nothing of the one before is shown', {
  tag: '@deep',
}, async ({ context, page, person, server }) => {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const contact = { name: 'Kenalan rahsia', phoneNumber: '60123456789' }
  await callApi(server.url, token, 'POST', '/contacts', contact)
  await page.goto('/contacts')
  await expect(page.getByText(contact.name).first()).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/')
  await tab.getByRole('button', { name: new RegExp(person.name) }).click()
  await tab.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.waitForURL('**/login**')
  const other = newPerson('Bala')
  await registerOverHttp(server.url, other)
  await page.route('**/api/contacts?**', () => undefined)
  await signIn(tab, other)
  await expect(page.getByRole('button', { name: /User menu.*Bala/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Contacts')
  await expect(page.getByText(contact.name)).toHaveCount(0)
})

test('a browser that keeps nothing can still be used', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  const person = newPerson('Siti')
  await registerOverHttp(server.url, person)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  await signIn(page, person)
  await page.getByRole('button', { name: 'Tukar tema' }).click()
  await expect(page.locator('html')).toHaveClass('dark')
  await page.getByRole('link', { name: 'Upload Contacts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Contacts')
})
