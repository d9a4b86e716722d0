import { onThisMachine } from '@kirim/testing/test-run'
import type { Page } from '@playwright/test'
import { letTimePass, stopClock } from './support/clock.ts'
import { spreadsheet } from './support/spreadsheet.ts'
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

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const add = (page: Page) => page.getByRole('button', { name: 'Add Contact Manually', exact: true })
const upload = (page: Page) =>
  page.getByRole('button', { name: 'Upload Contacts from File', exact: true })
const panel = (page: Page) => page.getByRole('navigation', { name: 'Contact groups' })
const menuOf = (page: Page, group: string) =>
  panel(page)
    .getByRole('button', { name: `Actions for ${group}` })
    .click()
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

test('contacts and groups, word for word', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.goto('/contacts')
  await shows('2.contacts.empty', () =>
    expect(page.getByText('No contacts found', { exact: true })).toBeVisible(),
  )
  const all = panel(page).getByRole('button', { name: /^All Contacts/ })
  await shows('2.contacts.all', () => expect(all).toHaveText('All Contacts0'))

  const dialog = page.getByRole('dialog')
  await shows('5.group.empty', async () => {
    await panel(page).getByRole('button', { name: 'New group' }).click()
    await dialog.getByLabel('Group name').fill('   ')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(dialog.getByText('Group name cannot be empty.', { exact: true })).toBeVisible()
  })
  await shows('2.contacts.create 5.group.trimmed', async () => {
    await dialog.getByLabel('Group name').fill('  Pelanggan  ')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(dialog).toHaveCount(0)
    await expect
      .poll(() => client.ok('GET', '/contact-groups'))
      .toMatchObject([{ groupName: 'Pelanggan' }])
  })
  const group = panel(page).getByRole('button', { name: /^Pelanggan/ })
  await shows('2.contacts.count-zero', () => expect(group).toHaveText('Pelanggan0'))

  await add(page).click()
  await shows('2.contacts.placeholder', () =>
    expect(dialog.getByLabel('Phone Number')).toHaveAttribute('placeholder', '601xxxxxxxx'),
  )
  await shows('5.contact.required', async () => {
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await expect(dialog.getByText('Name is required.')).toBeVisible()
    await expect(dialog.getByText('Phone number is required.')).toBeVisible()
  })
  await shows('2.contacts.add', async () => {
    await dialog.getByLabel('Name').fill('Aisyah')
    await dialog.getByLabel('Phone Number').fill('60123456701')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await expect(page.getByRole('row', { name: /Aisyah/ })).toContainText('60123456701')
  })
  await shows('2.contacts.groups', () => expect(group).toHaveText('Pelanggan1'))
  await shows('2.contacts.columns', () =>
    expect(page.getByRole('columnheader')).toHaveText(['Name', 'Phone Number', 'Actions']),
  )
  await add(page).click()
  await dialog.getByLabel('Name').fill('Somebody else')
  await dialog.getByLabel('Phone Number').fill('12ab')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  const number = dialog.getByLabel('Phone Number')
  await expect(number).toHaveAccessibleDescription('This is not a valid phone number.')
  await expect(number).toBeFocused()
  await number.fill('012-345 6701')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(toastOf(page)).toContainText(
    'Aisyah is already in your contacts; the name was kept.',
  )
  await page.getByRole('button', { name: 'Open Aisyah' }).click()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Name').fill('Aisyah binti Ali')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Aisyah binti Ali').last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Aisyah binti Ali/ })).toBeVisible()
  await toastOf(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Open Aisyah binti Ali' }).click()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Name').fill('Aisyah')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await menuOf(page, 'Pelanggan')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog.getByLabel('Group name').fill('Pelanggan Setia')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(group).toHaveText('Pelanggan Setia1')
  await client.ok('POST', '/contacts', { name: 'Bala', phoneNumber: '60123456702' })
  await shows('2.contacts.selection', async () => {
    await expect(page.getByRole('row', { name: /Bala/ })).toHaveCount(0)
    await all.click()
    await expect(page.getByRole('row', { name: /Bala/ })).toBeVisible()
    await group.click()
    await expect(page.getByRole('row', { name: /Bala/ })).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Aisyah/ })).toBeVisible()
  })
  await shows('2.contacts.remove', async () => {
    await page.getByRole('button', { name: 'Remove Aisyah from the group' }).click()
    await confirm(page, 'Remove')
    await expect(page.getByText('No contacts found', { exact: true })).toBeVisible()
    await expect.poll(() => client.ok('GET', '/contacts')).toHaveLength(2)
  })
  await shows('2.contacts.delete', async () => {
    await all.click()
    await page.getByRole('button', { name: 'Delete Aisyah' }).click()
    await confirm(page, 'Delete')
    await expect(page.getByRole('row', { name: /Aisyah/ })).toHaveCount(0)
    await expect.poll(() => client.ok('GET', '/contacts')).toMatchObject([{ name: 'Bala' }])
  })
  await shows('2.contacts.suffix', async () => {
    await page.route('**/api/contacts?**', (route) =>
      route.fulfill({
        json: [
          {
            _id: 'c',
            name: 'Chong',
            phoneNumber: '60123456703@s.whatsapp.net',
            createdAt: '2026-11-01T00:00:00.000Z',
          },
        ],
      }),
    )
    await page.reload()
    await expect(page.getByRole('row', { name: /Chong/ }).getByRole('cell').nth(1)).toHaveText(
      '60123456703',
    )
    await page.unroute('**/api/contacts?**')
  })
  await shows('2.contacts.delete-group', async () => {
    await group.hover()
    await menuOf(page, 'Pelanggan Setia')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirm(page, 'Delete')
    await expect(group).toHaveCount(0)
  })
  await context.close()
})

test('uploading contacts', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const groupId = await client.group('Import')
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.goto('/contacts')
  await upload(page).first().click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Upload', exact: true })
  const file = dialog.locator('input[type=file]')
  await shows('5.upload.file', async () => {
    await send.click()
    await expect(dialog.getByText('No File Selected', { exact: true })).toBeVisible()
  })
  await shows('5.upload.group', () =>
    expect(dialog.getByText('No Group Selected', { exact: true })).toBeVisible(),
  )
  await shows('5.upload.type', async () => {
    await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect(dialog.getByRole('alert')).toHaveText(
      'Invalid File FormatPlease select an Excel file (.xlsx or .xls)',
    )
  })
  await dialog.getByLabel('Contact group').click()
  await shows('5.upload.group', async () => {
    await expect(page.getByRole('option', { name: /Import/ })).toBeVisible()
    await expect(page.getByRole('option', { name: /All/ })).toHaveCount(0)
    await page.getByRole('option', { name: /Import/ }).click()
  })
  const buffer = spreadsheet([
    ['Name', 'Phone'],
    ['Aisyah', '60123456701'],
    ['Nobody', 'none'],
  ])
  await file.setInputFiles({ name: 'people.xlsx', mimeType: EXCEL, buffer })
  await shows('8.contacts.upload', async () => {
    const stop = await refuse(page, 'POST /contacts/upload', { status: 500 })
    const answered = page.waitForResponse('**/api/contacts/upload')
    await send.click()
    await answered
    await expect(send).toBeEnabled()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(toastOf(page)).toHaveCount(0)
    await stop()
  })
  await shows('2.contacts.upload', async () => {
    await send.click()
    await expect(dialog).toContainText('1 added, 1 refused.')
    await expect(dialog).toContainText('Row 3')
    await expect(dialog).toContainText('Nobody · none')
    await expect
      .poll(() => client.ok('GET', `/contact-groups/${groupId}/contacts`))
      .toMatchObject([{ name: 'Aisyah', phoneNumber: '60123456701' }])
  })
  await context.close()
})

memberTest(
  "what goes wrong with contacts: the server's message, else the text",
  async ({ page, member }) => {
    const group = `Failures ${Date.now()}`
    await member.group(group, ['Farid'])
    await page.clock.install()
    const toast = toastOf(page)
    const toastGoes = async () => {
      await letTimePass(page)
      await expect(toast).toHaveCount(0)
    }
    const both = async (
      call: string,
      fallback: string,
      act: () => Promise<unknown>,
      title = '',
    ) => {
      const stop = await refuse(page, call, { status: call.startsWith('GET') ? 400 : 500 })
      await act()
      await expect(toast).toHaveText(title + fallback)
      await stop()
      await toastGoes()
      const stopAgain = await refuse(page, call, { body: { message: 'The server says so.' } })
      await act()
      await expect(toast).toHaveText(`${title}The server says so.`)
      await stopAgain()
      await toastGoes()
    }
    await shows('8.contacts.load 8.server-first', () =>
      both(
        'GET /contacts',
        'Failed to get contact list.',
        () => page.goto('/contacts'),
        'Loading Error',
      ),
    )
    await shows('8.contacts.groups', () =>
      both('GET /contact-groups', 'Failed to load contact groups.', () => page.goto('/contacts')),
    )
    await page.goto('/contacts')
    const dialog = page.getByRole('dialog')
    await panel(page).getByRole('button', { name: 'New group' }).click()
    await dialog.getByLabel('Group name').fill('Another')
    await shows('8.contacts.create-group', () =>
      both(
        'POST /contact-groups',
        'Failed to create group.',
        () => dialog.getByRole('button', { name: 'Create group' }).click(),
        'Error Creating Group',
      ),
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await add(page).click()
    await dialog.getByLabel('Name').fill('Devi')
    await dialog.getByLabel('Phone Number').fill('60123456709')
    const save = () => dialog.getByRole('button', { name: 'Add contact' }).click()
    await shows('8.contacts.add', () => both('POST /contacts', 'Failed to add contact.', save))
    await shows('2.dialog.escape', async () => {
      // Toasts do not disappear by themselves.
      await stopClock(page)
      await expect(toast).toHaveCount(0)
      const stop = await refuse(page, 'POST /contacts')
      await save()
      await expect(async () => {
        await page.clock.runFor(10)
        await expect(toast).toBeVisible({ timeout: onThisMachine(50) })
      }).toPass()
      await stop()
      await page.keyboard.press('Escape')
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('Close without keeping your changes?')
      await question.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toHaveCount(0)
      // While it fades away it still receives the key.
      await expect(question).toHaveCount(0)
      await expect(toast).toBeVisible()
      await page.clock.resume()
    })
    await shows('8.contacts.delete', () =>
      both('DELETE /contacts/.*', 'Failed to delete contact.', async () => {
        await page.getByRole('button', { name: 'Delete Farid' }).click()
        await confirm(page, 'Delete')
      }),
    )
    await panel(page)
      .getByRole('button', { name: new RegExp(`^${group}`) })
      .click()
    await shows('8.contacts.remove', () =>
      both(
        'DELETE /contact-groups/.*/contacts/.*',
        'Failed to remove contact from group.',
        async () => {
          await page.getByRole('button', { name: 'Remove Farid from the group' }).click()
          await confirm(page, 'Remove')
        },
      ),
    )
    await shows('8.contacts.delete-group', () =>
      both('DELETE /contact-groups/[^/]*', 'Failed to delete group.', async () => {
        await menuOf(page, group)
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await confirm(page, 'Delete')
      }),
    )
  },
)

memberTest('a long name ends with its second line', { tag: '@deep' }, async ({ page, member }) => {
  const name = 'Persatuan Ibu Bapa dan Guru '.repeat(6).trim()
  await member.group('Sekolah', [name])
  await page.goto('/contacts')
  const opener = page.getByRole('button', { name: `Open ${name}` })
  await expect(opener).toBeVisible()
  // Two lines of 20 px: with its padding, what is cut off would show of the third line.
  const height = await opener.evaluate(
    (button) =>
      [button, ...button.querySelectorAll('*')].find(
        (part) => part.scrollHeight > part.clientHeight,
      )?.clientHeight,
  )
  expect(height).toBe(40)
})
