import type { Page } from '@playwright/test'
import { chosenPicture } from './support/api.ts'
import { itemsOf, makeItem, removeItems } from './support/chatbot.ts'
import { expect, memberTest, refuse, shows, toastOf } from './support/test.ts'

const radio = (page: Page, group: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio')

async function expectOptions(page: Page, label: string, texts: string[]): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  await expect(page.getByRole('option')).toHaveText(texts)
  await page.keyboard.press('Escape')
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
  await shows('2.ai-form.type', () =>
    expectOptions(page, 'Type', ['Message contains keyword', 'Message contains whole keyword']),
  )
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
  await shows('2.ai-form.next', () =>
    expectOptions(page, 'Next bot action', ['None', 'Seterusnya']),
  )
  const delay = page.getByLabel('Presence delay')
  await shows('2.ai-form.presence 5.presence.cap 9.presence', async () => {
    await delay.fill('26')
    await expect(delay).toHaveValue('25')
    await expectOptions(page, 'Shown while waiting', ['Disable', 'Typing', 'Recording'])
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
  // The realtime connection may post, too.
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/api/'),
  )
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
