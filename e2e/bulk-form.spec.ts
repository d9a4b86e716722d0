import type { Locator, Page } from '@playwright/test'
import { type Answer, chosenPicture, form, picture } from './support/api.ts'
import {
  expect,
  holdBack,
  memberTest,
  newClient,
  refuse,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

const NEW = '/dashboard/add-campaign?type=bulk'

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** What a multipart request carries, field by field; a file is given by its name. */
function fieldsOf(body: string | null): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const part of (body ?? '').split(/--[\w-]+(?:--)?\r\n/)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const name = head.match(/ name="([^"]+)"/)?.[1]
    const file = head.match(/filename="([^"]+)"/)?.[1]
    if (name) fields[name] = [...(fields[name] ?? []), file ?? rest.join('').replace(/\r\n$/, '')]
  }
  return fields
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create Campaign', exact: true })

test('the form of somebody who has nothing yet', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  const release = await holdBack(page, 'GET /media')
  const asked = ['/contact-groups', '/media'].map((path) => page.waitForRequest(`**/api${path}`))
  await page.goto(NEW)
  await shows('7.bulk.loads', () => Promise.all(asked))
  await shows('2.form.disabled-loading', async () => {
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    await expect(submit(page)).toHaveCount(0)
  })
  release()
  await shows('2.bulk.no-devices', () =>
    expect(
      page.getByRole('link', {
        name: 'No devices found. Please connect a device on the WhatsApp page first.',
        exact: true,
      }),
    ).toHaveAttribute('href', '/scan-device'),
  )
  await shows('2.bulk.no-active', () =>
    expect(
      page.getByText('No active devices. Connect device for bulk campaign.', { exact: true }),
    ).toBeVisible(),
  )
  await shows('2.bulk.group-empty', () =>
    expect(page.getByLabel('Contact group')).toHaveText('No contact groups found.'),
  )
  await shows('2.form.disabled-bulk-nameless 5.bulk.name', async () => {
    await expect(submit(page)).toBeDisabled()
    await page.getByLabel('Campaign name').fill('  ')
    await expect(submit(page)).toBeDisabled()
    await page.getByLabel('Campaign name').fill('Raya')
    await expect(submit(page)).toBeEnabled()
  })
  await shows('5.bulk.device 2.bulk.device', async () => {
    await submit(page).click()
    await expect(
      page.getByText('Device ID is required. Please select or ensure device is connected.', {
        exact: true,
      }),
    ).toBeVisible()
  })
  await shows('5.bulk.group', () =>
    expect(
      page.getByText('Contact Group is required for Bulk Campaign.', { exact: true }),
    ).toBeVisible(),
  )
  await page.getByRole('button', { name: 'Media Library' }).click()
  await shows('2.library.empty', async () => {
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('No media found in your storage.', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Upload now', exact: true })).toHaveAttribute(
      'href',
      '/media-storage',
    )
  })
  await context.close()
})

memberTest('the fields, word for word', async ({ page, member }) => {
  await member.group(`Raya ${member.deviceId}`, ['Aisyah', 'Bala'])
  await page.goto(NEW)
  await shows('2.bulk.name', () =>
    expect(page.getByLabel('Campaign name')).toHaveAttribute('placeholder', /promotion/),
  )
  await page.getByLabel('Contact group').click()
  await shows('2.bulk.group', async () => {
    await page.getByRole('option', { name: `Raya ${member.deviceId} 2`, exact: true }).click()
  })
  await shows('2.bulk.caption', async () => {
    const caption = page.getByLabel('Caption')
    await expect(caption).toHaveJSProperty('tagName', 'TEXTAREA')
    await caption.fill('Salam')
  })
  const time = page.getByLabel('Time Post (Optional)', { exact: true })
  await shows('2.bulk.time', () => expect(time).toHaveAttribute('type', 'datetime-local'))
  await shows('2.bulk.time-blank', async () => {
    await expect(time).toHaveValue('')
    await expect(page.getByText('Blank sends immediately if the queue is empty.')).toBeVisible()
  })
  const min = page.getByLabel('Min Interval', { exact: true })
  const max = page.getByLabel('Max Interval', { exact: true })
  await shows('9.interval.defaults', async () => {
    await expect(min).toHaveText('5 s')
    await expect(max).toHaveText('10 s')
  })
  await shows('2.bulk.intervals 9.interval.range', async () => {
    const seconds = Array.from({ length: 57 }, (_, index) => `${index + 4} s`)
    for (const select of [min, max]) {
      await select.click()
      await expect(page.getByRole('option')).toHaveText(seconds)
      await page.keyboard.press('Escape')
    }
  })
  const choices = page.getByRole('radiogroup', { name: 'Schedule' }).getByRole('radio')
  await shows('2.bulk.schedule', () =>
    expect(choices).toHaveText([
      'Anytime',
      'Daytime (7am-6pm)',
      'Nighttime (7pm-6am)',
      'Odd Hours',
      'Even Hours',
    ]),
  )
  const badges = page.getByRole('list', { name: 'Active hours' }).getByRole('listitem')
  const hours = (...list: number[]) => list.map((hour) => `${String(hour).padStart(2, '0')}:00`)
  const range = (from: number, to: number, step = 1) =>
    Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step)
  const expected = [
    [1, hours(...range(7, 18)), '4.schedule.daytime 9.hours 2.bulk.hours'],
    [2, hours(...range(19, 23), ...range(0, 6)), '4.schedule.nighttime 9.hours'],
    [3, hours(...range(1, 23, 2)), '4.schedule.odd'],
    [4, hours(...range(0, 22, 2)), '4.schedule.even'],
    [0, [], '4.schedule.anytime'],
  ] as const
  for (const [choice, texts, ids] of expected) {
    await shows(ids, async () => {
      await choices.nth(choice).click()
      await expect(badges).toHaveText([...texts])
    })
  }
  await shows('2.form.back-bulk', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
  })
})

memberTest('media: from the library or uploaded', async ({ page, member }) => {
  const files: Answer['body'][] = []
  for (const name of ['satu.png', 'dua.png', 'tiga.png', 'empat.png']) {
    files.push(await member.upload(picture(name)))
  }
  await page.route('**/api/media', async (route) => {
    const answer = await route.fetch()
    const [first] = files
    const others = [
      { ...first, _id: 'v', originalName: 'klip.mp4', fileType: 'video/mp4' },
      { ...first, _id: 'd', originalName: 'menu.pdf', fileType: 'application/pdf' },
      { ...first, _id: 'b', originalName: 'rosak.png', fileName: 'gone.png' },
    ]
    await route.fulfill({ json: [...(await answer.json()), ...others] })
  })
  await page.goto(NEW)
  const browse = page.getByRole('button', { name: 'Media Library' })
  const dialog = page.getByRole('dialog')
  await browse.click()
  await shows('2.library.description', () =>
    expect(
      dialog.getByText(
        'Select up to 3 media items for your campaign. Upload new files via the Media Storage page.',
        { exact: true },
      ),
    ).toBeVisible(),
  )
  const card = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) })
  await shows('2.library.cards 3.media.library', async () => {
    await expect(card('satu.png')).toContainText('satu.pngimage/png')
    await expect(card('satu.png').locator('img')).toBeVisible()
    await expect(card('klip.mp4')).toContainText('klip.mp4video/mp4')
    await expect(card('klip.mp4').locator('svg.lucide-video')).toBeVisible()
    await expect(card('menu.pdf')).toContainText('menu.pdfapplication/pdf')
    await expect(card('menu.pdf').locator('svg.lucide-file')).toBeVisible()
  })
  await shows('2.library.previews', () =>
    expect(card('satu.png').locator('img')).toHaveAttribute('src', `/uploads/${files[0].fileName}`),
  )
  await shows('2.library.placeholder', () =>
    expect(card('rosak.png').locator('img')).toHaveAttribute(
      'src',
      /media-placeholder|^data:image\/svg/,
    ),
  )
  await shows('2.library.height 9.library-height', async () => {
    const grid = dialog.getByRole('list')
    await expect(grid).toHaveCSS('max-height', `${0.6 * 800}px`)
    await expect(grid).toHaveCSS('overflow-y', 'auto')
  })
  await shows('2.library.buttons', async () => {
    await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    await expect(
      dialog.getByRole('button', { name: 'Confirm (0 selected)', exact: true }),
    ).toBeVisible()
  })
  for (const name of ['satu.png', 'dua.png', 'tiga.png', 'empat.png']) await card(name).click()
  await shows('5.library.max 9.library', async () => {
    await expect(toastOf(page)).toHaveText('Max 3 media items.')
    await expect(dialog.getByRole('button', { name: 'Confirm (3 selected)' })).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Confirm (3 selected)' }).click()
  const attached = page.getByRole('group', { name: 'Media attachment' }).locator('figure')
  await shows('2.bulk.library', () =>
    expect(attached).toHaveText(['satu.png', 'dua.png', 'tiga.png']),
  )
  const upload = page.getByRole('group', { name: 'Media attachment' }).locator('input[type=file]')
  await shows('2.bulk.upload 4.media.upload 2.bulk.exclusive', async () => {
    await upload.setInputFiles(chosenPicture('baru.png'))
    await expect(attached).toHaveText(['baru.png'])
  })
  await shows('4.media.library 2.bulk.exclusive', async () => {
    await browse.click()
    await card('dua.png').click()
    await dialog.getByRole('button', { name: 'Confirm (1 selected)' }).click()
    await expect(attached).toHaveText(['dua.png'])
  })
  for (const { _id } of files) await member.ok('DELETE', `/media/${_id}`)
})

memberTest('saving: what is sent, what is said, where it leads', async ({ page, member }) => {
  const group = `Save ${member.deviceId}`
  const groupId = await member.group(group, ['Aisyah'])
  await page.goto('/add-campaign')
  const fill = async (name: string) => {
    await page.getByLabel('Campaign name').fill(name)
    await choose(page, 'Device', /Siti|\d/)
    await choose(page, 'Contact group', new RegExp(`^${group}`))
    await page.getByLabel('Caption').fill('Salam')
    await page.getByRole('switch', { name: 'Enabled' }).click()
  }
  await fill('Dihantar')
  await shows('2.form.submit-create', () => expect(submit(page)).toBeEnabled())
  await failures(page, 'POST /campaigns/.*', submit(page))
  const release = await holdBack(page, 'POST /campaigns/.*')
  const asked = page.waitForRequest(`**/api/campaigns/${member.deviceId}`)
  await submit(page).click()
  await shows('2.form.disabled-saving', () =>
    expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled(),
  )
  await shows(
    '7.bulk.create 7.bulk.form 7.bulk.scheduled 7.bulk.intervals 7.bulk.details',
    async () => {
      expect(fieldsOf((await asked).postData())).toMatchObject({
        campaignName: ['Dihantar'],
        statusEnabled: ['false'],
        enableLink: ['false'],
        urlLink: [''],
        caption: ['Salam'],
        campaignType: ['bulk'],
        contactGroupId: [groupId],
        scheduledAt: [''],
        minIntervalSeconds: ['5'],
        maxIntervalSeconds: ['10'],
        campaignScheduleType: ['anytime'],
        campaignScheduleDetails: ['[]'],
      })
    },
  )
  release()
  await shows('8.form.created 2.form.saved-bulk', async () => {
    await expect(toastOf(page)).toHaveText('Campaign created!')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  const list = await member.ok('GET', '/analytics/dashboard/bulk-campaign-summary')
  const { id } = list.find((item: { name: string }) => item.name === 'Dihantar')
  await page.goto(`/dashboard/add-campaign/${member.deviceId}/${id}`)
  await shows('2.bulk.device-fixed 2.form.device-segment', () =>
    expect(page.getByLabel('Device', { exact: true })).toBeDisabled(),
  )
  const update = page.getByRole('button', { name: 'Update Campaign', exact: true })
  await shows('2.form.submit-update', () => expect(update).toBeEnabled())
  await page.getByLabel('Time Post (Optional)').fill('2030-01-02T03:04')
  await page.getByRole('radio', { name: 'Odd Hours' }).click()
  const updated = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith(id),
  )
  await update.click()
  await shows(
    '7.bulk.update 7.bulk.no-media 7.bulk.scheduled 7.bulk.details 3.bulk.scheduled',
    async () => {
      const fields = fieldsOf((await updated).postData())
      expect(fields.mediaAttachments).toEqual(['[]'])
      expect(fields.scheduledAt).toEqual(['2030-01-01T19:04:00.000Z'])
      expect(fields.campaignScheduleDetails).toEqual(['[1,3,5,7,9,11,13,15,17,19,21,23]'])
    },
  )
  await shows('8.form.updated 2.form.saved-bulk', async () => {
    await expect(toastOf(page)).toHaveText('Campaign updated!')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
  })
})

/** The four things a failed save can say (SPEC §8 Campaign save). */
async function failures(page: Page, call: string, button: Locator): Promise<void> {
  const says = async (status: number, body: object | undefined, text: string) => {
    const stop = await refuse(page, call, { status, ...(body && { body }) })
    await button.click()
    await expect(toastOf(page)).toHaveText(`Failed: ${text}`)
    await stop()
  }
  await shows('8.form.save-unknown', () => says(500, undefined, 'An unknown error occurred.'))
  await shows('8.form.save-message', () =>
    says(400, { message: 'The server says so.', error: 'E42' }, 'The server says so.'),
  )
  await shows('8.form.save-error', () => says(400, { error: 'E42' }, 'E42'))
  await shows('8.form.save-client', async () => {
    const [, path = ''] = call.split(' ')
    const isCall = ({ pathname }: URL) => new RegExp(`^/api${path}$`).test(pathname)
    await page.route(isCall, (route) => route.abort())
    await button.click()
    await expect(toastOf(page)).toHaveText(
      'Failed: The server did not answer. Nothing you typed is lost.',
    )
    await page.unroute(isCall)
  })
}

memberTest('library items and a file travel as they should', async ({ page, member }) => {
  const stored = [await member.upload(picture('a.png')), await member.upload(picture('b.png'))]
  const group = `Media ${member.deviceId}`
  await member.group(group, ['Aisyah'])
  const send = async (name: string, attach: () => Promise<void>) => {
    await page.goto(NEW)
    await page.getByLabel('Campaign name').fill(name)
    await choose(page, 'Contact group', new RegExp(`^${group}`))
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await attach()
    const asked = page.waitForRequest(`**/api/campaigns/${member.deviceId}`)
    await submit(page).click()
    const fields = fieldsOf((await asked).postData())
    await expect(toastOf(page)).toHaveText('Campaign created!')
    return fields
  }
  await shows('7.bulk.media', async () => {
    const fields = await send('With library', async () => {
      await page.getByRole('button', { name: 'Media Library' }).click()
      for (const name of [/^a\.png/, /^b\.png/]) {
        await page.getByRole('dialog').getByRole('button', { name }).click()
      }
      await page.getByRole('button', { name: 'Confirm (2 selected)' }).click()
    })
    expect(fields['mediaAttachments[]']).toEqual(stored.map(({ _id }) => _id))
    expect(fields).not.toHaveProperty('mediaFile')
  })
  await shows('7.bulk.media', async () => {
    const fields = await send('With file', () =>
      page
        .getByRole('group', { name: 'Media attachment' })
        .locator('input[type=file]')
        .setInputFiles(chosenPicture('c.png')),
    )
    expect(fields).not.toHaveProperty('mediaAttachments[]')
    const list = await member.ok('GET', '/analytics/dashboard/bulk-campaign-summary')
    const { id } = list.find((item: { name: string }) => item.name === 'With file')
    expect(await member.ok('GET', `/campaigns/${member.deviceId}/${id}`)).toMatchObject({
      mediaFile: { originalName: 'c.png' },
      mediaAttachments: [],
    })
  })
})

memberTest('a form whose data cannot be loaded leads back', async ({ page, member }) => {
  const contactGroupId = await member.group(`Load ${member.deviceId}`)
  const fields = { campaignName: 'Muat', contactGroupId, statusEnabled: 'false' }
  const { id } = await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
  await shows('8.form.load-bulk', async () => {
    await refuse(page, 'GET /campaigns/.*')
    await page.goto(`/dashboard/add-campaign/${member.deviceId}?type=bulk&editCampaignId=${id}`)
    await expect(toastOf(page)).toHaveText('Failed to load page data. Please try again.')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome,')
  })
})
