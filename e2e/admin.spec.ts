import { adminTest, expect, newClient, refuse, shows, storageOf, toastOf } from './support/test.ts'

adminTest('the members, word for word', async ({ page, server, admin, browser }) => {
  const name = `Hana ${Date.now()}`
  const client = await newClient(server.url, name)
  await page.goto('/admin/users')
  const table = page.getByRole('table')
  const row = table.getByRole('row').filter({ hasText: client.session.email })
  const own = table.getByRole('row').filter({ hasText: admin.session.email })
  await shows('2.admin.columns', async () => {
    const columns = ['Name', 'Email', 'Role', 'Plan', 'Registration Date', 'Actions']
    await expect(table.getByRole('columnheader')).toHaveText(columns)
    await expect(row.getByRole('cell').nth(0)).toContainText(name)
    await expect(row.getByRole('cell').nth(1)).toHaveText(client.session.email)
    await expect(row.getByRole('cell').nth(2)).toHaveText('User')
  })
  await shows('2.admin.plan-default 2.admin.plan-none', () =>
    expect(row.getByRole('cell').nth(3)).toHaveText('Free'),
  )
  await shows('2.admin.date', () =>
    expect(row.getByRole('cell').nth(4)).toHaveText(/^\d{1,2} \p{L}+ \d{4} at \d{2}:\d{2}$/u),
  )
  const openPlan = async () => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Change plan' }).click()
  }
  await openPlan()
  const plan = page.getByRole('dialog').getByRole('combobox')
  const update = page.getByRole('button', { name: `Update the plan of ${name}` })
  await shows('2.admin.update-disabled', () => expect(update).toBeDisabled())
  await plan.click()
  await shows('2.admin.plans 4.plan 9.plans', () =>
    expect(page.getByRole('option')).toHaveText(['Free', 'Basic', 'Pro']),
  )
  await page.getByRole('option', { name: 'Pro' }).click()
  await shows('2.admin.update-disabled', () => expect(update).toBeEnabled())
  const both = async (call: string, fallback: string, act: () => Promise<unknown>) => {
    const stop = await refuse(page, call, { status: 500 })
    await act()
    await expect(toastOf(page)).toHaveText(fallback)
    await stop()
    const stopAgain = await refuse(page, call, { body: { message: 'The server says so.' } })
    await act()
    await expect(toastOf(page)).toHaveText('The server says so.')
    await stopAgain()
  }
  await shows('8.admin.plan', () =>
    both('PUT /admin/users/.*', 'Failed to update plan.', () => update.click()),
  )
  await shows('2.admin.plans 4.plan', async () => {
    await update.click()
    await expect(row.getByRole('cell').nth(3)).toHaveText('Pro')
    await expect
      .poll(() => client.ok('GET', '/users/profile'))
      .toMatchObject({ membershipPlan: 'Pro' })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await openPlan()
    await expect(update).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  const choose = async (item: string, button = item) => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: button, exact: true }).click()
  }
  await shows('8.admin.role', () =>
    both('PUT /admin/users/.*', 'Failed to change role.', () => choose('Make Admin')),
  )
  await shows('2.admin.make-admin 4.role.make', async () => {
    await choose('Make Admin', 'Cancel')
    await expect(row.getByRole('cell').nth(2)).toHaveText('User')
    await choose('Make Admin')
    await expect(row.getByRole('cell').nth(2)).toHaveText('Admin')
    await expect.poll(() => client.ok('GET', '/users/profile')).toMatchObject({ role: 'admin' })
  })
  await shows('6.admin.plan-of-admin', async () => {
    await openPlan()
    await expect(update).toBeDisabled()
    await expect(plan).toBeDisabled()
    await expect(page.getByText('The plan of an admin cannot be changed.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await shows('2.admin.denied', async () => {
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: storageOf(client),
    })
    const theirs = await context.newPage()
    await refuse(theirs, 'GET /admin/users', { status: 403 })
    await theirs.goto('/admin/users')
    await expect(theirs.getByRole('alert')).toHaveText('Access denied')
    await context.close()
  })
  await shows('2.admin.revoke-admin 4.role.revoke', async () => {
    await choose('Revoke Admin', 'Cancel')
    await expect(row.getByRole('cell').nth(2)).toHaveText('Admin')
    await choose('Revoke Admin')
    await expect(row.getByRole('cell').nth(2)).toHaveText('User')
    expect((await client.call('GET', '/admin/users')).status).toBe(403)
  })
  await shows('8.admin.delete', () =>
    both('DELETE /admin/users/.*', 'Failed to delete user.', () => choose('Delete')),
  )
  await shows('2.admin.delete', async () => {
    await choose('Delete')
    await expect(row).toHaveCount(0)
    expect((await client.call('GET', '/users/profile')).status).toBe(401)
  })
  await shows('6.admin.own-role 6.admin.own-account', async () => {
    await own.getByRole('button', { name: /^Actions for/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Revoke Admin' })).toBeDisabled()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  })
})

adminTest('a list of members that cannot be loaded', async ({ page }) => {
  await shows('8.admin.list', async () => {
    const stop = await refuse(page, 'GET /admin/users')
    await page.goto('/admin/users')
    await expect(toastOf(page)).toHaveText('Failed to get user list.')
    await stop()
    await refuse(page, 'GET /admin/users', { body: { message: 'Later.' } })
    await page.goto('/admin/users')
    await expect(toastOf(page)).toHaveText('Later.')
  })
})
