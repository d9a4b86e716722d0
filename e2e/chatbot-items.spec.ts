import { picture } from './support/api.ts'
import { itemsOf, makeItem, removeItems } from './support/chatbot.ts'
import { expect, holdBack, memberTest, refuse, shows, toastOf } from './support/test.ts'

memberTest('the items of a number, word for word', async ({ page, member }) => {
  await removeItems(member)
  const address = itemsOf(member)
  await page.goto(address)
  await shows('2.ai-list.title', () =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign List'),
  )
  await shows('2.ai-list.number', () =>
    expect(
      page.getByText(`Manage campaigns for number ID: ${member.deviceId}`, { exact: true }),
    ).toBeVisible(),
  )
  await shows('2.ai-list.add', () =>
    expect(page.getByRole('link', { name: 'Add New Campaign', exact: true })).toHaveAttribute(
      'href',
      `${address}/create?type=ai_chatbot`,
    ),
  )
  await shows('2.ai-list.empty', () =>
    expect(
      page.getByText(
        "No campaigns found for this number yet. Click 'Add New Campaign' to create one.",
        { exact: true },
      ),
    ).toBeVisible(),
  )
  const { _id: id } = await makeItem(member, {
    captionAi: 'See https://kirim.example',
    useAiFeature: 'use_ai',
    mediaFileAi: picture(),
  })
  await makeItem(member, { name: 'Plain', status: 'disable' })
  await page.reload()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const cell = (name: string, index: number) => row(name).getByRole('cell').nth(index)
  await shows('2.ai-list.columns', () =>
    expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Status',
      'Features',
      'Last Edited',
      'Actions',
    ]),
  )
  await shows('2.ai-list.badge', async () => {
    await expect(cell('Harga', 1)).toHaveText('Enabled')
    await expect(cell('Plain', 1)).toHaveText('Disabled')
  })
  await shows('2.ai-list.features', async () => {
    await expect(cell('Harga', 2).getByRole('paragraph')).toHaveText([
      '- AI Reply',
      '- Media Attached',
      '- Link Included',
    ])
    await expect(cell('Plain', 2)).toHaveText('')
  })
  const menu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
  const act = async (item: string) => {
    await menu('Harga').click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await shows('2.ai-list.edit', async () => {
    await menu('Harga').click()
    await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toHaveAttribute(
      'href',
      `${address}/${id}/edit`,
    )
    await page.keyboard.press('Escape')
  })
  await shows('8.ai-list.status-failure', async () => {
    const stop = await refuse(page, 'PUT .*/status', { status: 500 })
    await act('Disable')
    await expect(toastOf(page)).toHaveText('Failed to update status.')
    await stop()
    const stopAgain = await refuse(page, 'PUT .*/status', { body: { message: 'Not now.' } })
    await act('Disable')
    await expect(toastOf(page)).toHaveText('Not now.')
    await stopAgain()
  })
  const release = await holdBack(page, 'PUT .*/status')
  await act('Disable')
  await shows('2.ai-list.busy', async () => {
    await expect(row('Harga')).toHaveCSS('opacity', '0.5')
    await expect(menu('Harga')).toBeDisabled()
    await expect(menu('Plain')).toBeEnabled()
  })
  release()
  await shows('2.ai-list.toggle 4.ai-campaign.toggle 8.ai-list.status-success', async () => {
    await expect(toastOf(page)).toHaveText('Campaign status updated.')
    await expect(cell('Harga', 1)).toHaveText('Disabled')
    await act('Enable')
    await expect(cell('Harga', 1)).toHaveText('Enabled')
  })
  await shows('4.ai-campaign.toggle', async () => {
    const [listed] = await member.ok('GET', address)
    const body = { ...listed, name: 'Other', status: 'Enabled' }
    const stop = await refuse(page, 'PUT .*/status', { status: 200, body })
    // Loading the list again would correct the handling of the response.
    const releaseList = await holdBack(page, `GET ${address}`)
    const answered = page.waitForResponse('**/status')
    await act('Disable')
    await answered
    await expect(menu('Harga')).toBeEnabled()
    await expect(toastOf(page)).toHaveText('Campaign status updated.')
    await expect(cell('Harga', 1)).toHaveText('Enabled')
    releaseList()
    await stop()
  })
  const remove = async (answer: 'accept' | 'dismiss') => {
    const asked = page.waitForEvent('dialog')
    const acted = act('Delete')
    const dialog = await asked
    const text = dialog.message()
    await dialog[answer]()
    await acted
    return text
  }
  await shows('2.ai-list.delete', async () => {
    expect(await remove('dismiss')).toBe('Are you sure you want to delete this campaign?')
    await expect(row('Harga')).toBeVisible()
  })
  await shows('8.ai-list.delete-failure', async () => {
    const stop = await refuse(page, 'DELETE /ai-chatbot/.*', { status: 500 })
    await remove('accept')
    await expect(toastOf(page)).toHaveText('Failed to delete campaign.')
    await stop()
    const stopAgain = await refuse(page, 'DELETE /ai-chatbot/.*', { body: { message: 'No.' } })
    await remove('accept')
    await expect(toastOf(page)).toHaveText('No.')
    await stopAgain()
  })
  await shows('8.ai-list.delete-success', async () => {
    await remove('accept')
    await expect(toastOf(page)).toHaveText('Campaign deleted successfully.')
    await expect(row('Harga')).toHaveCount(0)
  })
  await shows('8.ai-list.load', async () => {
    const stop = await refuse(page, 'GET /ai-chatbot/.*/campaigns')
    await page.reload()
    await expect(toastOf(page)).toHaveText('Failed to load campaigns.')
    await stop()
    await refuse(page, 'GET /ai-chatbot/.*/campaigns', { body: { message: 'Later.' } })
    await page.reload()
    await expect(toastOf(page)).toHaveText('Later.')
  })
})
