import type { Page } from '@playwright/test'
import { chosenPicture, form, picture } from './support/api.ts'
import {
  expect,
  holdBack,
  type Member,
  memberTest,
  newClient,
  refuse,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

const itemsOf = ({ deviceId }: Member) => `/ai-chatbot/${deviceId}/campaigns`

async function makeItem(
  member: Member,
  fields: Parameters<typeof form>[0] = {},
): Promise<{ _id: string }> {
  return member.ok('POST', itemsOf(member), form({ name: 'Harga', captionAi: 'RM4', ...fields }))
}

async function removeItems(member: Member): Promise<void> {
  for (const { _id } of await member.ok('GET', itemsOf(member))) {
    await member.ok('DELETE', `${itemsOf(member)}/${_id}`)
  }
}

test('no numbers yet', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.goto('/ai-chatbot')
  await shows('2.numbers.empty', () =>
    expect(page.getByRole('link', { name: 'Connect a Number', exact: true })).toHaveAttribute(
      'href',
      '/scan-device',
    ),
  )
  await context.close()
})

memberTest('the numbers, word for word', async ({ page, member }) => {
  await removeItems(member)
  await member.ok('PUT', `/ai-chatbot/devices/${member.deviceId}/status`, { isEnabled: false })
  const [device] = await member.ok('GET', '/whatsapp/devices')
  await page.goto('/ai-chatbot')
  await shows('2.numbers.title', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI Chatbot')
    await expect(
      page.getByText('Manage campaigns and settings for your connected numbers.'),
    ).toBeVisible()
  })
  await shows('2.numbers.settings', () =>
    expect(page.getByRole('link', { name: 'AI Settings', exact: true })).toHaveAttribute(
      'href',
      '/settings',
    ),
  )
  const card = page.getByRole('region', { name: device.name })
  const onOff = card.getByRole('switch')
  await shows('2.numbers.needs-setup', async () => {
    await expect(
      card.getByText('Add and enable at least one chatbot campaign to turn this number on.'),
    ).toBeVisible()
    await expect(onOff).toHaveCount(0)
  })
  await shows('2.numbers.add-link', () =>
    expect(card.getByRole('link', { name: 'Add Campaign', exact: true })).toHaveAttribute(
      'href',
      `/ai-chatbot/${device.id}/campaigns/create?type=ai_chatbot`,
    ),
  )
  await shows('2.numbers.list-link', () =>
    expect(card.getByRole('link', { name: 'Campaign List', exact: true })).toHaveAttribute(
      'href',
      `/ai-chatbot/${device.id}/campaigns`,
    ),
  )
  await makeItem(member)
  await page.reload()
  await shows('2.numbers.card', async () => {
    await expect(card).toContainText(device.number)
    await expect(card.getByRole('definition')).toHaveText([/^\d+$/, '1'])
    await expect(card.getByRole('term')).toHaveText(['Sent', 'Campaigns'])
    await expect(card).toContainText('Status')
    await expect(onOff).not.toBeChecked()
  })
  await shows('2.numbers.switch-busy 4.ai-status.switch 4.ai-status.response', async () => {
    const release = await holdBack(page, 'PUT /ai-chatbot/devices/.*/status')
    await onOff.click()
    await expect(onOff).toBeDisabled()
    release()
    await expect(onOff).toBeEnabled()
    await expect(onOff).toBeChecked()
    const stop = await refuse(page, 'PUT /ai-chatbot/devices/.*/status', {
      status: 200,
      body: {
        id: device.id,
        name: 'From the answer',
        number: device.number,
        avatarUrl: null,
        connected: true,
        stats: { sent: 7, items: 1 },
        needsSetup: false,
        statusEnabled: false,
      },
    })
    await onOff.click()
    await expect(page.getByRole('region', { name: 'From the answer' })).toContainText('7')
    await stop()
    await page.reload()
  })
  await shows('8.ai.status', async () => {
    const stop = await refuse(page, 'PUT /ai-chatbot/devices/.*/status', { status: 500 })
    await onOff.click()
    await expect(toastOf(page)).toHaveText('Failed to update AI status.')
    await stop()
    await refuse(page, 'PUT /ai-chatbot/devices/.*/status', { body: { message: 'Not now.' } })
    await onOff.click()
    await expect(toastOf(page)).toHaveText('Not now.')
  })
  await shows('2.numbers.search', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    const search = page.getByRole('searchbox')
    await search.fill('nobody has this name')
    await expect(card).toHaveCount(0)
    await search.fill(device.number.slice(3))
    await expect(card).toBeVisible()
    await search.fill(device.name.toUpperCase())
    await expect(card).toBeVisible()
    expect(calls.filter((url) => url.includes('/api/'))).toEqual([])
  })
})

memberTest('numbers that cannot be loaded', async ({ page }) => {
  await shows('8.ai.summary', async () => {
    const stop = await refuse(page, 'GET /ai-chatbot/devices-summary')
    await page.goto('/ai-chatbot')
    await expect(toastOf(page)).toHaveText('Failed to load AI device summary.')
    await stop()
    await refuse(page, 'GET /ai-chatbot/devices-summary', { body: { message: 'Later.' } })
    await page.goto('/ai-chatbot')
    await expect(toastOf(page)).toHaveText('Later.')
  })
})

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
    await act('Disable')
    await expect(toastOf(page)).toHaveText('Campaign status updated.')
    await expect(cell('Harga', 1)).toHaveText('Enabled')
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

const radio = (page: Page, group: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio')

async function options(page: Page, label: string): Promise<string[]> {
  await page.getByLabel(label, { exact: true }).click()
  const texts = await page.getByRole('option').allTextContents()
  await page.keyboard.press('Escape')
  return texts.map((text) => text.trim())
}

memberTest('the form of an item, word for word', async ({ page, member }) => {
  await removeItems(member)
  await makeItem(member, { name: 'Seterusnya' })
  await page.goto(`${itemsOf(member)}/create?type=ai_chatbot`)
  await shows('2.ai-form.card', () =>
    expect(page.getByRole('heading', { name: 'AI Chatbot Item', exact: true })).toBeVisible(),
  )
  const create = page.getByRole('button', { name: 'Create Campaign', exact: true })
  await shows('2.form.disabled-ai-nameless 5.ai.name', async () => {
    await expect(create).toBeDisabled()
    await page.getByLabel('Name', { exact: true }).fill(' ')
    await expect(create).toBeDisabled()
  })
  await shows('2.ai-form.name', () => page.getByLabel('Name', { exact: true }).fill('Waktu buka'))
  await shows('2.ai-form.description', () => page.getByLabel('Description').fill('Jam'))
  await shows('2.ai-form.status', async () => {
    await expect(radio(page, 'Status')).toHaveText(['Disable', 'Enable'])
    await radio(page, 'Status').first().click()
  })
  await shows('2.ai-form.default', async () => {
    await expect(radio(page, 'is not Match default response?')).toHaveText(['No', 'Yes'])
    await radio(page, 'is not Match default response?').last().click()
  })
  await shows('2.ai-form.send-to', async () => {
    await expect(radio(page, 'Send to')).toHaveText(['All', 'Individual', 'Group'])
    await radio(page, 'Send to').last().click()
  })
  await shows('2.ai-form.type', async () => {
    expect(await options(page, 'Type')).toEqual([
      'Message contains keyword',
      'Message contains whole keyword',
    ])
  })
  await shows('2.ai-form.keywords-hint', () =>
    expect(
      page.getByText('Bot will trigger if message contains any of these keywords.', {
        exact: true,
      }),
    ).toBeVisible(),
  )
  await shows('2.ai-form.keywords', async () => {
    await page.getByLabel('Keywords').fill('buka, jam berapa,')
    await expect(page.getByRole('button', { name: 'Remove jam berapa' })).toBeVisible()
  })
  await shows('2.ai-form.next', async () => {
    expect(await options(page, 'Next bot action')).toEqual(['None', 'Seterusnya'])
  })
  const delay = page.getByLabel('Presence delay')
  await shows('2.ai-form.presence 5.presence.cap 9.presence', async () => {
    await delay.fill('26')
    await expect(delay).toHaveValue('25')
    expect(await options(page, 'Shown meanwhile')).toEqual(['Disable', 'Typing', 'Recording'])
  })
  await shows('2.ai-form.save-data', () =>
    expect(radio(page, 'Save data')).toHaveText(['No', 'Save response']),
  )
  await shows('2.ai-form.api-rest', () =>
    expect(radio(page, 'API Rest Data')).toHaveText(['Disabled', 'Enabled']),
  )
  await shows('2.ai-form.configure-api', () =>
    expect(page.getByRole('button', { name: 'Configure API', exact: true })).toBeVisible(),
  )
  await shows('5.ai.caption', async () => {
    await create.click()
    await expect(page.getByText('Caption / text message is required.')).toBeVisible()
  })
  const caption = page.getByLabel('Caption / text message', { exact: true })
  await shows('2.ai-form.caption', () => caption.fill('Buka 7 pagi'))
  await shows('2.ai-form.use-ai', async () => {
    await expect(page.getByLabel('Spintax')).toHaveCount(0)
    await page.getByRole('switch', { name: 'Use AI' }).click()
    await expect(page.getByLabel('Spintax')).toHaveJSProperty('tagName', 'TEXTAREA')
  })
  await page.getByLabel('Spintax').fill('{Hai|Salam}')
  await shows('2.ai-form.media', async () => {
    await page.locator('input[type=file]').setInputFiles(chosenPicture('buka.png'))
    await expect(page.getByRole('button', { name: 'Remove buka.png' })).toBeVisible()
  })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await create.click()
  await shows('8.form.created 2.form.saved-ai', async () => {
    await expect(toastOf(page)).toHaveText('Campaign created!')
    await page.waitForURL(`**${itemsOf(member)}`)
  })
  await shows('7.ai.create 7.ai.form 3.ai.default', async () => {
    const answer = await saved
    expect(answer.request().headers()['content-type']).toContain('multipart/form-data')
    expect(new URL(answer.url()).pathname).toBe(`/api${itemsOf(member)}`)
    expect(await answer.json()).toMatchObject({
      campaignType: 'ai_chatbot',
      name: 'Waktu buka',
      description: 'Jam',
      status: 'disable',
      isNotMatchDefaultResponse: true,
      sendTo: 'group',
      keywords: ['buka', 'jam berapa'],
      presenceDelayTime: 25,
      captionAi: 'Buka 7 pagi',
      useAiFeature: 'use_ai',
      aiSpintax: '{Hai|Salam}',
      mediaFileAi: { originalName: 'buka.png' },
    })
  })
})

memberTest('editing an item: what is sent, what is said', async ({ page, member }) => {
  const { _id: id } = await makeItem(member, { name: 'Tukar' })
  await page.goto(`${itemsOf(member)}/${id}/edit`)
  const update = page.getByRole('button', { name: 'Update Campaign', exact: true })
  await shows('2.form.submit-update', () => expect(update).toBeEnabled())
  const says = async (status: number, body: object | undefined, text: string) => {
    const stop = await refuse(page, 'PUT /ai-chatbot/.*', { status, ...(body && { body }) })
    await update.click()
    await expect(toastOf(page)).toHaveText(`Failed: ${text}`)
    await stop()
  }
  await shows('8.form.save-unknown', () => says(500, undefined, 'An unknown error occurred.'))
  await shows('8.form.save-message', () => says(400, { message: 'No.', error: 'E1' }, 'No.'))
  await shows('8.form.save-error', () => says(400, { error: 'E1' }, 'E1'))
  const asked = page.waitForRequest((request) => request.method() === 'PUT')
  await update.click()
  await shows('7.ai.file 7.ai.form 7.ai.update', async () => {
    const body = (await asked).postData() ?? ''
    expect(body).not.toContain('name="mediaFileAi"')
    for (const [name, value] of [
      ['campaignType', 'ai_chatbot'],
      ['isNotMatchDefaultResponse', 'no'],
      ['sendTo', 'all'],
      ['type', 'message_contains_keyword'],
      ['nextBotAction', ''],
      ['presenceDelayStatus', 'disable'],
      ['saveData', 'no_save_response'],
      ['apiRestDataStatus', 'disabled'],
      ['captionAi', 'RM4'],
      ['useAiFeature', 'not_use_ai'],
      ['aiSpintax', ''],
    ]) {
      expect(body).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
    }
  })
  await shows('8.form.updated 2.form.saved-ai', async () => {
    await expect(toastOf(page)).toHaveText('Campaign updated!')
    await page.waitForURL(`**${itemsOf(member)}`)
  })
  await page.goto(`${itemsOf(member)}/${id}/edit`)
  await shows('2.form.back-ai', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Campaign List' }).click()
    await page.waitForURL(`**${itemsOf(member)}`)
  })
  await shows('8.form.load-ai', async () => {
    await refuse(page, `GET ${itemsOf(member)}/${id}`)
    await page.goto(`${itemsOf(member)}/${id}/edit`)
    await expect(toastOf(page)).toHaveText('Failed to load page data. Please try again.')
    await page.waitForURL(`**${itemsOf(member)}`)
  })
})

memberTest(
  'the toolbar, and what becomes of placeholders and spintax',
  async ({ page, member }) => {
    const [device] = await member.ok('GET', '/whatsapp/devices')
    await page.goto(`${itemsOf(member)}/create?type=ai_chatbot`)
    const caption = page.getByLabel('Caption / text message', { exact: true })
    const toolbar = page.getByRole('toolbar').first()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await shows('2.spintax.offered', async () => {
      for (const token of ['[greet]', '[wa_name]', '[me_wa_name]', '{A|B|C}']) {
        await expect(toolbar.getByText(token, { exact: true })).toBeVisible()
      }
      await expect(toolbar.getByText(/^\[now_formatted\|.+\]$/)).toBeVisible()
    })
    await shows('2.ai-form.toolbar', async () => {
      await caption.fill('penting')
      await caption.selectText()
      await toolbar.getByRole('button', { name: 'Bold' }).click()
      await expect(caption).toHaveValue('*penting*')
      await caption.clear()
      await toolbar.getByText('[greet]', { exact: true }).click()
      await expect(caption).toHaveValue('[greet]')
    })
    await shows('2.spintax.greet', () =>
      expect(preview).toContainText(/Good (morning|afternoon|evening|night)/),
    )
    await shows('2.spintax.me-wa-name', async () => {
      await caption.fill('dari <[me_wa_name]>')
      await expect(preview).toContainText(`dari <${device.name}>`)
    })
    await shows('2.spintax.wa-name', async () => {
      await caption.fill('untuk <[wa_name]>')
      await expect(preview).toContainText(/untuk <[^<[\]>]+>/)
    })
    await shows('2.spintax.now', async () => {
      await caption.fill('<[now_formatted|YYYY/MM/DD]>')
      await expect(preview).toContainText(/<\d{4}\/\d{2}\/\d{2}>/)
    })
    await shows('2.spintax.choice', async () => {
      await caption.fill('<{satu|dua|tiga}>')
      await expect(preview).toContainText(/<(satu|dua|tiga)>/)
    })
  },
)
