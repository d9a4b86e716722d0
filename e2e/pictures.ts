import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { Client, callApi, form } from './support/api.ts'
import { startServer } from './support/server.ts'
import { linkNumber, registerOverHttp, storageOf } from './support/test.ts'

/**
 * `npm run pictures`: takes the pictures of the README in a minute, from a shop that sends
 * campaigns over the sandbox network.
 */
const FOLDER = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const BYTES_MAX = 150_000
const VIEWPORT = { width: 1280, height: 800 }
const OWNER = { name: 'Aisyah', email: 'aisyah@example.com', password: 'kopi ais jumaat' }
const REGULARS = ['Bala', 'Chong Wei', 'Dewi', 'Farid', 'Grace', 'Hana', 'Iskandar', 'Jega']
const WHOLESALE = ['Kedai Mesra', 'Lim Trading', 'Mutiara Cafe', 'Warung Indah'].flatMap((shop) =>
  ['Bangsar', 'Ipoh', 'Klang', 'Melaka', 'Penang'].map((town) => `${shop} ${town}`),
)

const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
})
try {
  await registerOverHttp(server.url, OWNER)
  const { body } = await callApi(server.url, null, 'POST', '/users/login', OWNER)
  const owner = new Client(server.url, body)
  const page = await browser
    .newContext({
      baseURL: server.url,
      viewport: VIEWPORT,
      deviceScaleFactor: 1.5,
      locale: 'en-GB',
      timezoneId: 'Asia/Kuala_Lumpur',
      storageState: storageOf(owner),
    })
    .then((context) => context.newPage())
  await linkNumber(page)
  const campaign = await sendCampaigns(owner)
  mkdirSync(FOLDER, { recursive: true })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme)
    await take(page, '/', `dashboard-${theme}`)
    await take(page, `/campaigns/${campaign.id}`, `campaign-${theme}`)
  }
} finally {
  await browser.close()
  await server.stop()
}

/** Returns the campaign that has ended; another one is under way, and one is scheduled. */
async function sendCampaigns(owner: Client) {
  const [device] = await owner.ok('GET', '/whatsapp/devices')
  const regulars = await owner.group('Regulars', REGULARS)
  const wholesale = await owner.group('Wholesale')
  for (const [index, name] of WHOLESALE.entries()) {
    const phoneNumber = `6013456${7100 + index}`
    await owner.ok('POST', '/contacts', { name, phoneNumber, groupId: wholesale })
  }
  const send = (campaignName: string, contactGroupId: string, more = {}) =>
    owner.ok(
      'POST',
      `/campaigns/${device.id}`,
      form({
        campaignName,
        contactGroupId,
        caption: '{Hi|Hello} [name], iced coffee is RM4 today until six.',
        statusEnabled: 'true',
        minIntervalSeconds: '4',
        maxIntervalSeconds: '4',
        timeZone: 'Asia/Kuala_Lumpur',
        ...more,
      }),
    )
  const ended = await send('Iced coffee Friday', regulars)
  const chats = `/sandbox/phones/${device.number}/chats`
  while ((await owner.ok('GET', `/campaigns/${device.id}/${ended.id}`)).status !== 'completed') {
    await setTimeout(500)
  }
  for (const [index, text] of ['Two for me, please!', 'Is it decaf?', 'On my way'].entries()) {
    await owner.ok('POST', `${chats}/6012345${6700 + index}/messages`, { text })
  }
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  await send('Hari Raya opening hours', regulars, { scheduledAt: tomorrow })
  const current = await send('Price list for cafes', wholesale)
  while ((await owner.ok('GET', `/ledger/${current.id}/people?state=read`)).items.length < 8) {
    await setTimeout(500)
  }
  return ended
}

/** Stores what the page shows once it has stopped loading. */
async function take(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await setTimeout(1500)
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toBuffer()
  if (picture.length > BYTES_MAX) throw new Error(`${name} has ${picture.length} bytes.`)
  writeFileSync(`${FOLDER}/${name}.webp`, picture)
}
