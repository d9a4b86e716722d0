import { expect, newPerson, registerOverHttp, signIn, test } from './support/test.ts'

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
  await page.getByRole('button', { name: /Siti/ }).click()
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
