import { type Answer, chosenPicture, picture } from './support/api.ts'
import { choose, fieldsOf, NEW_CAMPAIGN, submit } from './support/bulk-form.ts'
import { expect, memberTest, shows, toastOf } from './support/test.ts'

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
  await page.goto(NEW_CAMPAIGN)
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
    await expect(card('menu.pdf').locator('svg.lucide-file-text')).toBeVisible()
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

memberTest('library items and a file travel as they should', async ({ page, member }) => {
  const stored = [await member.upload(picture('a.png')), await member.upload(picture('b.png'))]
  const group = `Media ${member.deviceId}`
  await member.group(group, ['Aisyah'])
  const send = async (name: string, attach: () => Promise<void>) => {
    await page.goto(NEW_CAMPAIGN)
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
    await expect
      .poll(() => member.ok('GET', `/campaigns/${member.deviceId}/${id}`))
      .toMatchObject({
        mediaFile: { originalName: 'c.png' },
        mediaAttachments: [],
      })
  })
})
