import { chosenPicture, picture } from './support/api.ts'
import { startServer } from './support/server.ts'
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

const TEN_MB = 10 * 1024 * 1024

test('the media library, word for word', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.goto('/media-storage')
  await shows('2.media.upload', () =>
    expect(page.getByRole('heading', { name: 'Upload New Media', exact: true })).toBeVisible(),
  )
  await shows('2.media.stored', () =>
    expect(page.getByRole('heading', { name: /^Stored Media/ })).toBeVisible(),
  )
  const file = page.locator('input[type=file]')
  const send = page.getByRole('button', { name: 'Upload', exact: true })
  await shows('5.media.file', async () => {
    await send.click()
    await expect(page.getByText('Please select a file to upload.', { exact: true })).toBeVisible()
  })
  await shows('5.media.type 9.media.types', async () => {
    await file.setInputFiles({
      name: 'a.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('a'),
    })
    await expect(
      page.getByText('Only image or video files are allowed.', { exact: true }),
    ).toBeVisible()
  })
  await shows('5.media.size', async () => {
    await file.setInputFiles({
      name: 'big.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.alloc(TEN_MB + 1),
    })
    await expect(page.getByText('File size exceeds the 10MB limit.', { exact: true })).toBeVisible()
  })
  await file.setInputFiles(chosenPicture('kopi.png'))
  await shows('8.media.upload', async () => {
    const stop = await refuse(page, 'POST /media', { status: 500 })
    await send.click()
    await expect(toastOf(page)).toHaveText('Upload failed: Error during file upload.')
    await stop()
    const stopAgain = await refuse(page, 'POST /media', { body: { message: 'No room.' } })
    await send.click()
    await expect(toastOf(page)).toHaveText('Upload failed: No room.')
    await stopAgain()
  })
  await shows('2.media.progress', async () => {
    const release = await holdBack(page, 'POST /media')
    await send.click()
    const progress = page.getByRole('progressbar')
    await expect(progress).toHaveAttribute('aria-valuemin', '0')
    await expect(progress).toHaveAttribute('aria-valuemax', '100')
    await expect(progress).toHaveAttribute('aria-valuenow', /^\d+$/)
    release()
    await expect(progress).toHaveCount(0)
  })
  const tile = page.getByRole('main').getByRole('listitem').filter({ hasText: 'kopi.png' })
  await shows('2.media.stored', () => expect(tile).toBeVisible())
  await shows('2.media.host', async () => {
    const [stored] = await client.ok('GET', '/media')
    const { mediaUrl } = await client.ok('GET', '/app-info')
    await expect(tile.locator('img')).toHaveAttribute('src', `${mediaUrl}${stored.filePath}`)
  })
  await file.setInputFiles([chosenPicture('satu.png'), chosenPicture('dua.png')])
  await send.click()
  await expect(toastOf(page)).toHaveText('2 files uploaded.')
  for (const { _id, originalName } of await client.ok('GET', '/media')) {
    if (originalName !== 'kopi.png') await client.ok('DELETE', `/media/${_id}`)
  }
  await page.reload()
  await shows('8.media.delete', async () => {
    const remove = async () => {
      await tile.getByRole('button', { name: 'Delete kopi.png' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    }
    const stop = await refuse(page, 'DELETE /media/.*', { status: 500 })
    await remove()
    await expect(toastOf(page)).toHaveText('Delete failed: Error deleting file.')
    await stop()
    const stopAgain = await refuse(page, 'DELETE /media/.*', { body: { message: 'In use.' } })
    await remove()
    await expect(toastOf(page)).toHaveText('Delete failed: In use.')
    await stopAgain()
  })
  await shows('2.media.delete', async () => {
    await tile.getByRole('button', { name: 'Delete kopi.png' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(tile).toHaveCount(0)
    await expect.poll(() => client.ok('GET', '/media')).toEqual([])
  })
  await context.close()
})

test('from another media host, and what does not load', async ({ browser }) => {
  const server = await startServer({ MEDIA_URL: 'http://media.localhost:9' })
  try {
    const client = await newClient(server.url)
    const { filePath } = await client.upload(picture('rosak.png'))
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: storageOf(client),
    })
    const page = await context.newPage()
    const tile = page.getByRole('main').getByRole('listitem').filter({ hasText: 'rosak.png' })
    await shows('2.media.host', async () => {
      const asked = page.waitForRequest(`http://media.localhost:9${filePath}`)
      await page.goto('/media-storage')
      await asked
    })
    await shows('2.media.placeholder', () =>
      expect(tile.locator('img')).toHaveAttribute('src', /media-placeholder|^data:image\/svg/),
    )
    await context.close()
  } finally {
    await server.stop()
  }
})

memberTest('a media list that cannot be loaded', async ({ page }) => {
  await shows('8.media.list', async () => {
    const stop = await refuse(page, 'GET /media')
    await page.goto('/media-storage')
    await expect(toastOf(page)).toHaveText('Failed to load media list.')
    await stop()
    await refuse(page, 'GET /media', { body: { message: 'Later, please.' } })
    await page.goto('/media-storage')
    await expect(toastOf(page)).toHaveText('Later, please.')
  })
})
