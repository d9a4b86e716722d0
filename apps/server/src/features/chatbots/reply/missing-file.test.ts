import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { makeItem, startLinkedNumber } from '../../../testing/linked-number.ts'
import { pngFile } from '../../../testing/test-browser.ts'

const FARAH = '60131000001'

test('a missing file blocks neither the text nor the next messages', async () => {
  const number = await startLinkedNumber('SQLite')
  onTestFinished(() => number.stop())
  const { app, session, device, network } = number
  await makeItem(app.call, session.token, device.id, {
    name: 'Menu',
    keywords: 'menu',
    captionAi: 'Our menu',
    mediaFileAi: pngFile('menu.png'),
  })
  await makeItem(app.call, session.token, device.id, {
    name: 'Price',
    keywords: 'harga',
    captionAi: 'RM4',
  })
  await app.call('PUT', `/ai-chatbot/devices/${device.id}/status`, {
    token: session.token,
    body: { isEnabled: true },
  })
  const folder = join(app.dataDir, 'media')
  const files = await readdir(folder)
  expect(files).toHaveLength(1)
  for (const file of files) await rm(join(folder, file))
  await network.sendAsContact(device.number, FARAH, { text: 'menu' })
  await network.sendAsContact(device.number, FARAH, { text: 'harga' })
  await until('both are answered', () => number.heard(FARAH).length === 2)
  expect(number.heard(FARAH)).toEqual(['Our menu', 'RM4'])
})
