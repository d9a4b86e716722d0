import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newClient,
  storageOf,
  test,
} from './support/test.ts'

test('a number is linked by a code that its phone types, on a phone and with the keyboard', async ({
  browser,
  server,
}) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/scan-device')
  const card = page.getByRole('region', { name: 'Connect New Device' })
  await card.getByRole('radio', { name: 'Scan a QR code' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(card.getByRole('radio', { name: 'Type a pairing code' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(card.getByRole('button', { name: 'Get a code' })).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(card.getByLabel('Phone number to link')).toBeFocused()
  await page.keyboard.type('0123456702')
  await page.keyboard.press('Enter')
  await expect(card.getByText('Write it with its country code')).toBeVisible()
  await card.getByLabel('Phone number to link').fill('+60 12-345 6702')
  await page.keyboard.press('Enter')
  const code = card.getByText(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/)
  await expect(code).toBeVisible()
  await expect(card.getByText('Waiting for the phone', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(code).toHaveCount(0)
  await card.getByRole('button', { name: 'Get a code' }).click()
  await expect(code).toBeVisible()
  await card.getByRole('button', { name: 'Type it on the sandbox phone' }).click()
  const list = page.getByRole('region', { name: 'Your Connected Devices' })
  await expect(list.getByRole('listitem')).toContainText('60123456702')
  await context.close()
})

/** Somebody whose phone wants a passkey, with a page at this address of the same server. */
async function openWithPasskey(browser: Browser, serverUrl: string, host: string) {
  const client = await newClient(serverUrl)
  const url = new URL(serverUrl)
  url.hostname = host
  const { origin } = url
  const { cookies, origins } = storageOf(client)
  const storageState = { cookies, origins: origins.map((each) => ({ ...each, origin })) }
  const context = await browser.newContext({ baseURL: origin, storageState })
  const { phoneNumber } = await client.ok('POST', '/sandbox/phones', {})
  await client.ok('PUT', `/sandbox/phones/${phoneNumber}/weather`, { weather: { kind: 'passkey' } })
  const page = await context.newPage()
  await page.goto('/scan-device')
  await page.getByRole('button', { name: 'Connect Another Device' }).click()
  const card = page.getByRole('region', { name: 'Connect New Device' })
  await expect(card.getByRole('img', { name: 'QR code to scan with the phone' })).toBeVisible()
  await client.ok('POST', '/sandbox/scan', { phoneNumber })
  await expect(card.getByText('WhatsApp asks for a passkey')).toBeVisible()
  await expect(card.getByText('Waiting for the passkey', { exact: true })).toBeVisible()
  const listed = page.getByRole('region', { name: 'Your Connected Devices' }).getByRole('listitem')
  return { context, page, card, listed, phoneNumber }
}

/** Gives the pages of a tab an authenticator, with a passkey for localhost when it has one. */
async function addPasskey(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ format: 'der', type: 'pkcs8' })
  return () =>
    devtools.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        credentialId: randomBytes(16).toString('base64'),
        isResidentCredential: true,
        rpId: 'localhost',
        privateKey: key.toString('base64'),
        userHandle: randomBytes(8).toString('base64'),
        signCount: 1,
      },
    })
}

test('a passkey that answers to another page alone is asked for there, and its answer is pasted', {
  tag: '@deep',
}, async ({ browser, server }) => {
  const { context, page, card, listed, phoneNumber } = await openWithPasskey(
    browser,
    server.url,
    '127.0.0.1',
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  const line = await card.getByLabel('The line for the console').inputValue()
  const there = await context.newPage()
  await (await addPasskey(context, there))()
  const address = await card.getByRole('link', { name: /^localhost:/ }).getAttribute('href')
  await there.goto(String(address))
  // Where it may not be copied, the browser shows it to be copied by hand.
  const shown = new Promise<string>((resolve) => {
    there.once('dialog', async (dialog) => {
      resolve(dialog.defaultValue())
      await dialog.accept()
    })
  })
  await there.evaluate((code) => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard')
    // biome-ignore lint/security/noGlobalEval: as the console does.
    globalThis.eval(code)
  }, line)
  await there.getByRole('button', { name: 'Use my passkey' }).click()
  const answer = await shown
  await card.getByLabel('The passkey answer').fill('not this')
  await card.getByRole('button', { name: 'Send the answer' }).click()
  await expect(card.getByText('This is not a passkey answer.')).toBeVisible()
  await card.getByLabel('The passkey answer').fill(answer)
  await card.getByRole('button', { name: 'Send the answer' }).click()
  await expect(listed).toContainText(phoneNumber)
  await context.close()
})
