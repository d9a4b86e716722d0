import { onThisMachine } from '@kirim/testing/test-run'
import { callApi } from './support/api.ts'
import { stopClock } from './support/clock.ts'
import {
  expect,
  expectNoSidewaysScroll,
  holdBack,
  newPerson,
  refuse,
  shows,
  test,
} from './support/test.ts'

test('the sign-in page, word for word', async ({ page }) => {
  await page.goto('/login')
  await shows('2.login.title 2.route.login 6.public.anonymous', () =>
    expect(
      page.getByRole('heading', { name: 'Sign in to your account', exact: true }),
    ).toBeVisible(),
  )
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await shows('2.login.fields', async () => {
    await expect(email).toBeEditable()
    await expect(password).toHaveAttribute('type', 'password')
  })
  await shows('5.login.email-type', () => expect(email).toHaveAttribute('type', 'email'))
  await shows('2.login.button', () =>
    expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled(),
  )
  await shows('2.login.forgot', async () => {
    await email.fill('somebody@example.com')
    await page.getByRole('link', { name: 'Forgot password?', exact: true }).click()
    expect(new URL(page.url()).pathname).toBe('/login')
    await expect(email).toHaveValue('somebody@example.com')
    await email.clear()
  })
  await shows('5.login.required', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('E-mail is required.')).toBeVisible()
    await expect(page.getByText('Password is required.')).toBeVisible()
  })
  await shows('2.login.register-link', async () => {
    await page.getByRole('link', { name: 'Register Now!', exact: true }).click()
    await page.waitForURL('**/register')
  })
})

test('the register page, word for word', async ({ page }) => {
  await page.goto('/register')
  await shows('2.register.title 2.route.register 6.public.anonymous', () =>
    expect(page.getByRole('heading', { name: 'Create your account', exact: true })).toBeVisible(),
  )
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await shows('2.register.fields', async () => {
    await expect(field('Name')).toBeEditable()
    await expect(field('Email address')).toBeEditable()
    await expect(field('Password')).toHaveAttribute('type', 'password')
  })
  await shows('5.register.email-type', () =>
    expect(field('Email address')).toHaveAttribute('type', 'email'),
  )
  const button = page.getByRole('button', { name: 'Register', exact: true })
  await shows('2.register.button', () => expect(button).toBeEnabled())
  await shows('5.register.required', async () => {
    await button.click()
    for (const name of ['Name', 'Email address', 'Password']) {
      await expect(field(name)).toHaveAttribute('aria-invalid', 'true')
    }
  })
  await shows('5.register.bounds', async () => {
    await field('Password').fill('1234567')
    await expect(page.getByText('A password needs at least 8 characters.')).toBeVisible()
  })
  await shows('2.register.login-link', async () => {
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/login')
  })
})

test('registering and signing in: busy while it lasts, stored once it is done', async ({
  page,
  server,
}) => {
  const person = newPerson('Farah')
  const releaseRegister = await holdBack(page, 'POST /users/register')
  await page.goto('/register')
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await shows('2.register.busy 4.forms.register', async () => {
    await expect(page.getByRole('button', { name: 'Registering...' })).toBeDisabled()
    for (const name of ['Name', 'Email address', 'Password']) {
      await expect(page.getByLabel(name, { exact: true })).toBeDisabled()
    }
  })
  releaseRegister()
  await shows('2.register.success', () => page.waitForURL('**/login'))

  const release = await holdBack(page, 'POST /users/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await shows('2.login.busy 4.forms.login', async () => {
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    await expect(page.getByLabel('Email')).toBeDisabled()
    await expect(page.getByLabel('Password', { exact: true })).toBeDisabled()
  })
  const answered = page.waitForResponse('**/api/users/login')
  release()
  const session = await (await answered).json()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Farah')
  const stored = () => page.evaluate(() => ({ ...localStorage }))
  await shows('2.login.success 4.auth.login 3.user.info 9.storage', async () => {
    const { token, userInfo, theme, ...others } = await stored()
    expect(token).toBe(session.token)
    expect(JSON.parse(userInfo ?? '')).toEqual(session)
    expect(theme).toBe('light')
    expect(others).toEqual({})
  })
  await shows('4.auth.restore 4.auth.bearer 4.auth.authenticated 7.bearer', async () => {
    const asked = page.waitForRequest('**/api/analytics/dashboard/overall-summary')
    await page.reload()
    expect((await asked).headers().authorization).toBe(`Bearer ${session.token}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Farah')
  })
  await shows('2.route.public-redirect 6.public.user', async () => {
    for (const path of ['/login', '/register']) {
      await page.goto(path)
      await page.waitForURL(`${server.url}/`)
    }
  })
  await shows('2.user-menu.log-out 4.auth.logout', async () => {
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log Out', exact: true }).click()
    await page.waitForURL('**/login')
    expect(Object.keys(await stored())).toEqual(['theme'])
    const ask = () => callApi(server.url, session.token, 'GET', '/users/profile')
    await expect.poll(async () => (await ask()).status).toBe(401)
  })
})

test('a public page says that it loads until the auth state is known', async ({ page, server }) => {
  await shows('2.route.public-loading 4.auth.loading', async () => {
    // The page's own files arrive late: until then the state before authentication is shown.
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/\/assets\/public-app/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    // React keeps replaced parts hidden in the page until the next part is there.
    const loading = page.getByText('Loading...', { exact: true }).filter({ visible: true })
    await expect(loading).toHaveCount(1)
    resolve()
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(page.url()).toBe(`${server.url}/login`)
  })
})

const failures = [
  {
    path: '/login',
    call: 'POST /users/login',
    button: 'Sign in',
    title: 'Login Error',
    fallback: 'Failed to log in. Please try again.',
    shown: '2.login.failure 8.login 8.server-first',
  },
  {
    path: '/register',
    call: 'POST /users/register',
    button: 'Register',
    title: 'Registration Error',
    fallback: 'Failed to register. Please try again.',
    shown: '2.register.failure 8.register 8.server-first',
  },
] as const

for (const { path, call, button, title, fallback, shown } of failures) {
  test(`${title} has the server's message, else its own`, async ({ page }) => {
    await page.goto(path)
    const { name, email, password } = newPerson()
    if (path === '/register') await page.getByLabel('Name').fill(name)
    await page.getByLabel(/^Email/).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    const alert = page.getByRole('alert').filter({ hasText: title })
    await shows(shown, async () => {
      const stop = await refuse(page, call, { status: 500 })
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(alert).toHaveText(title + fallback)
      await stop()
      await refuse(page, call, { status: 400, body: { message: 'Not on Sundays.' } })
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(alert).toHaveText(`${title}Not on Sundays.`)
    })
  })
}

test('the theme: light at first, kept, and changed by its button', async ({ page }) => {
  await page.goto('/login')
  const root = page.locator('html')
  const kept = () => page.evaluate(() => localStorage.getItem('theme'))
  await shows('4.theme.default', async () => {
    await expect(root).toHaveClass('light')
    expect(await kept()).toBe('light')
  })
  await shows('2.theme.label 4.theme.toggle 4.theme.persisted', async () => {
    await page.getByRole('button', { name: 'Tukar tema', exact: true }).click()
    await expect(root).toHaveClass('dark')
    expect(await kept()).toBe('dark')
    await page.reload()
    await expect(root).toHaveClass('dark')
    await page.getByRole('button', { name: 'Tukar tema', exact: true }).click()
    await expect(root).toHaveClass('light')
  })
})

test('the narrowest phone shows the public pages without scrolling sideways', {
  tag: '@deep',
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ms'))
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(page)
  }
})

test('an address that would leave the app, or is none, is no dead end', { tag: '@deep' }, async ({
  page,
  server,
  request,
}) => {
  const person = newPerson('Bala')
  await request.post('/api/users/register', { data: person })
  for (const next of [
    '/%09/example.org',
    '/%0A/example.org',
    '/%0D%5Cexample.org',
    '//example.org',
  ]) {
    await page.goto(`/login?next=${next}`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Bala')
    expect(page.url()).toBe(`${server.url}/`)
    await page.evaluate(() => localStorage.clear())
  }
  await page.goto('/%')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  expect((await page.goto('/%'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test('toasts of the sign-in area', async ({ page }) => {
  await page.clock.install()
  await page.goto('/register')
  await page.getByLabel('Name').waitFor()
  // Toasts only age when the test advances the clock.
  await stopClock(page)
  const toasts = page.locator('[data-sonner-toast]')
  /** Registers a user; then this many toasts are shown, the newest for a moment only. */
  const register = async (standing: number) => {
    const { name, email, password } = newPerson()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL('**/login')
    await expect(async () => {
      await page.clock.runFor(1)
      await expect(toasts).toHaveCount(standing, { timeout: onThisMachine(50) })
    }).toPass()
  }
  const again = async () => {
    await page.getByRole('link', { name: 'Register Now!' }).click()
    await page.getByLabel('Name').waitFor()
  }
  await register(1)
  const newest = toasts.first()
  await shows('9.toast-a.width', async () => {
    await expect.poll(async () => (await newest.boundingBox())?.width).toBe(356)
  })
  await shows('9.toast-a.dismissible', () =>
    expect(newest.getByRole('button', { name: 'Close', exact: true })).toBeVisible(),
  )
  const box = async () => {
    const it = await newest.boundingBox()
    if (!it) throw new Error('The toast has no place.')
    return { x: it.x + it.width / 2, y: it.y + it.height / 2 }
  }
  const drag = async (by: number) => {
    const { x, y } = await box()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await expect(async () => {
      await page.mouse.move(x + by - 1, y)
      await page.mouse.move(x + by, y)
      await expect(newest).toHaveCSS('--swipe-amount-x', `${by}px`, { timeout: onThisMachine(100) })
    }).toPass()
    // Slowly: a flick dismisses at any length.
    await page.clock.runFor(2000)
    await page.mouse.up()
  }
  await shows('9.toast-a.swipe', async () => {
    await drag(44)
    await expect(newest).toHaveAttribute('data-swipe-out', 'false')
    await expect(newest).toHaveAttribute('data-removed', 'false')
    await drag(46)
    await expect(newest).toHaveAttribute('data-swipe-out', 'true')
  })
  await shows('9.toast-a.removal', async () => {
    await page.clock.runFor(199)
    await expect(toasts).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(toasts).toHaveCount(0)
  })
  await page.mouse.move(0, 0)

  for (const standing of [1, 2, 3, 4]) {
    await again()
    await register(standing)
  }
  await shows('9.toast-a.visible', async () => {
    await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3)
  })
  await shows('9.toast-a.gap', () =>
    expect(page.locator('[data-sonner-toaster]')).toHaveCSS('--gap', '14px'),
  )
  await page.clock.runFor(5000)
  await expect(toasts).toHaveCount(0)
  await again()
  await register(1)
  await shows('9.toast-a.duration', async () => {
    await page.clock.runFor(3900)
    await expect(newest).toHaveAttribute('data-removed', 'false')
    await page.clock.runFor(100)
    await expect(newest).toHaveAttribute('data-removed', 'true')
  })
})
