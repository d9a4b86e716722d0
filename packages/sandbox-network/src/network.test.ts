import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startSandboxNetwork } from './network.ts'
import { connectClient } from './testing/client.ts'

it('slice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const network = await startSandboxNetwork({
    dataDir,
    onFault: (e) => process.stderr.write(String(e.stack)),
  })
  network.events.on('status', (s) => process.stderr.write(JSON.stringify(s) + '\n'))
  const phone = network.createPhone({ owner: 'a', name: 'Ali' })
  const t0 = Date.now()
  const first = connectClient(network)
  const qr = await first.qr()
  await network.scan(qr, phone.number)
  expect(await first.closed()).toBe(515)
  const client = connectClient(network, first.auth)
  await client.opened()
  process.stderr.write(`open after ${Date.now() - t0}\n`)
  const to = '60123456789@s.whatsapp.net'
  expect(await client.socket.onWhatsApp('60123456789')).toEqual([{ jid: to, exists: true }])
  expect(await client.socket.onWhatsApp('60123450000')).toEqual([])
  await client.socket.sendMessage(to, { text: 'Hello' })
  await client.until((e) => e['messages.update']?.some((u) => u.update.status === 4) || undefined)
  process.stderr.write(JSON.stringify(network.messages(phone.number, '60123456789')) + '\n')
  await client.end()
  await network.stop()
  rmSync(dataDir, { recursive: true })
})
