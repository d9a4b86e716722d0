import { adminTest, expect, holdBack, memberTest, shows, storageOf, test } from './support/test.ts'

/**
 * Every signed-in route with the heading of its screen; `:device` and `:item` are replaced by real
 * ones.
 */
const routes = [
  ['/', /^Welcome, /, '2.route.dashboard'],
  ['/scan-device', 'Scan Device', '2.route.scan-device'],
  ['/contacts', 'Manage Contacts', '2.route.contacts'],
  ['/ai-chatbot', 'AI Chatbot', '2.route.ai-chatbot'],
  ['/ai-chatbot/:device/campaigns', 'Campaign List', '2.route.ai-campaigns'],
  [
    '/ai-chatbot/:device/campaigns/create',
    'Create New AI Chatbot Campaign',
    '2.route.ai-create 2.form.device-param 2.form.title-new-ai',
  ],
  [
    '/ai-chatbot/:device/campaigns/:item/edit',
    'Edit AI Chatbot Campaign',
    '2.route.ai-edit 2.form.edit-path 2.form.title-edit-ai',
  ],
  ['/add-campaign', 'Create New Bulk Campaign', '2.route.add-campaign 2.form.type-default'],
  [
    '/dashboard/add-campaign',
    'Create New Bulk Campaign',
    '2.route.dashboard-add-campaign 2.form.title-new-bulk',
  ],
  ['/dashboard/add-campaign/:device', 'Create New Bulk Campaign', '2.route.dashboard-add-campaign'],
  ['/dashboard/add-campaign?type=ai_chatbot', 'Create New AI Chatbot Campaign', '2.form.type-ai'],
  ['/campaigns', 'Campaigns', '2.route.campaigns'],
  ['/media-storage', 'Media Storage', '2.route.media-storage'],
  ['/account', 'Account Manager', '2.route.account'],
  ['/settings', 'Settings', '2.route.settings'],
] as const

const ITEMS = ['Dashboard', /^Chats/, 'Scan Device', 'Upload Contacts', 'AI Chatbot']

test('without a user every page leads to the sign-in page', async ({ page }) => {
  await shows('2.route.guard 6.pages.anonymous 6.admin.anonymous 2.numbers.signed-in', async () => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/ai-chatbot/devices-summary')) calls.push(request.url())
    })
    for (const [path] of [...routes, ['/admin/users']]) {
      await page.goto(path.replace(':device', 'd').replace(':item', 'i'))
      await page.waitForURL(({ pathname }) => pathname === '/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account')
    }
    expect(calls).toEqual([])
  })
})

memberTest('the route map', async ({ page, member }) => {
  const { _id: item } = await member.ok('POST', `/ai-chatbot/${member.deviceId}/campaigns`, {
    name: 'On the map',
    captionAi: 'Here.',
    status: 'disable',
  })
  for (const [path, heading, ids] of routes) {
    await shows(`${ids} 6.pages.user`, async () => {
      await page.goto(path.replace(':device', member.deviceId).replace(':item', item))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    })
  }
  await member.ok('DELETE', `/ai-chatbot/${member.deviceId}/campaigns/${item}`)
})

memberTest('the top bar of a user', async ({ page, member }) => {
  await page.goto('/contacts')
  const bar = page.getByRole('banner')
  const nav = page.getByRole('navigation', { name: 'Main' })
  await shows('2.route.layout', async () => {
    await expect(bar).toHaveCSS('position', 'fixed')
    const [top, main] = [await bar.boundingBox(), await page.getByRole('main').boundingBox()]
    expect(main?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0))
  })
  await shows('2.nav.items', async () => {
    await expect(nav.getByRole('link')).toHaveText(ITEMS)
    const hrefs = ['/', '/chats', '/scan-device', '/contacts', '/ai-chatbot']
    for (const [index, href] of hrefs.entries()) {
      await expect(nav.getByRole('link').nth(index)).toHaveAttribute('href', href)
    }
  })
  await shows('2.nav.logo', async () => {
    await bar.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
  })
  await bar.getByRole('button', { name: /User menu/ }).click()
  const menu = page.getByRole('menu')
  await shows('2.user-menu.identity', async () => {
    await expect(menu).toContainText(member.session.name)
    await expect(menu).toContainText(member.session.email)
  })
  await shows('2.user-menu.links 6.admin.user', async () => {
    const items = menu.getByRole('menuitem')
    await expect(items.filter({ hasText: /^(Account|Media Storage|Log Out)$/ })).toHaveCount(3)
    await expect(items.filter({ hasText: 'Account' })).toHaveAttribute('href', '/account')
    await expect(items.filter({ hasText: 'Media Storage' })).toHaveAttribute(
      'href',
      '/media-storage',
    )
    await expect(items.filter({ hasText: 'Membership Management' })).toHaveCount(0)
    await expect(nav.getByRole('link', { name: 'Admin Users' })).toHaveCount(0)
  })
  await shows('9.menu.submenu', () => expect(menu.locator('[aria-haspopup=menu]')).toHaveCount(0))
})

memberTest('a missing name has a fallback', async ({ browser, member, server }) => {
  const nameless = { ...storageOf(member) }
  const [origin] = nameless.origins
  if (origin?.localStorage[0]) {
    origin.localStorage[0].value = JSON.stringify({ ...member.session, name: '' })
  }
  const context = await browser.newContext({ baseURL: server.url, storageState: nameless })
  const page = await context.newPage()
  await page.route('**/api/users/profile', (route) => route.abort())
  await page.goto('/')
  await shows('2.dashboard.greeting-fallback', () =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, User'),
  )
  await shows('2.user-menu.fallback', async () => {
    await page.getByRole('button', { name: /User menu/ }).click()
    await expect(page.getByRole('menu').getByText('User', { exact: true })).toBeVisible()
  })
  await context.close()
})

memberTest('on a small screen the links are in a drawer at the left', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await shows('2.nav.drawer', async () => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('navigation').getByRole('link')).toHaveText(ITEMS)
    await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
    await drawer.getByRole('link', { name: 'Scan Device' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scan Device')
    await expect(drawer).toHaveCount(0)
  })
})

memberTest('the admin page refuses a user', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/users') calls.push(request.url())
  })
  const release = await holdBack(page, 'GET /users/profile')
  await page.goto('/admin/users')
  await shows('2.guard.loading', () =>
    expect(page.getByText('Memeriksa status admin...', { exact: true })).toBeVisible(),
  )
  release()
  await shows('2.guard.denied 6.admin.user 6.client-role', async () => {
    const alert = page.getByRole('alert').filter({ hasText: 'Akses Ditolak' })
    await expect(alert).toHaveText(
      'Akses DitolakAnda tidak mempunyai kebenaran untuk mengakses halaman ini.',
    )
  })
  await shows('6.admin.list', async () => expect(calls).toEqual([]))
})

adminTest('an admin sees every page, and the ways to the admin page', async ({ page, server }) => {
  await shows('6.public.admin', async () => {
    await page.goto('/login')
    await page.waitForURL(`${server.url}/`)
  })
  const nav = page.getByRole('navigation', { name: 'Main' })
  await shows('2.nav.admin 6.admin.admin', async () => {
    await expect(nav.getByRole('link')).toHaveText([...ITEMS, 'Admin Users'])
    await page.getByRole('button', { name: /User menu/ }).click()
  })
  await shows('2.user-menu.membership 6.admin.admin', async () => {
    await page.getByRole('menuitem', { name: 'Membership Management', exact: true }).click()
    await page.waitForURL('**/admin/users')
  })
  await shows('2.guard.passes 2.route.admin-users', () =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin User Management'),
  )
  await shows('6.pages.admin', async () => {
    for (const [path, heading] of routes.filter(([path]) => !path.includes(':'))) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
  })
})
