import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { encryptFile } from '@kirim/sandbox-network/media/media-crypto'
import { Agent } from 'undici'
import { afterEach, expect, test } from 'vitest'
import type { ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'
import { downloadHistory } from './download-history.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((closed) => server?.close(closed))
})

/** The network's media host, at the other end of a dispatcher. */
async function mediaHost(answer: RequestListener): Promise<ThroughProxy['dispatcher']> {
  const host = createServer(answer)
  server = host
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const { port } = host.address() as AddressInfo
  const dispatcher = new Agent({
    connect: (_options, done) => {
      const line = connect(port, '127.0.0.1', () => done(null, line))
      line.once('error', (error) => done(error, null))
    },
  })
  return dispatcher as unknown as ThroughProxy['dispatcher']
}

const never = new AbortController().signal
const mediaKey = Buffer.alloc(32, 7)

test('a file is read in full, from the network’s media host', async () => {
  const plain = Buffer.alloc(300_001, 'history')
  const { key, body } = await encryptFile(plain, 'md-msg-hist')
  const asked: unknown[] = []
  const host = await mediaHost(({ url, headers }, answer) => {
    asked.push([headers.host, url])
    // The last bytes of it come one by one.
    answer.write(body.subarray(0, -12))
    for (const byte of body.subarray(-12)) answer.write(Buffer.of(byte))
    answer.end()
  })
  const part = { mediaKey: key, directPath: '/v/t62/part?ccb=1' }
  expect(plain.equals(await buffer(await downloadHistory(part, host, never)))).toBe(true)
  expect(asked).toEqual([['mmg.whatsapp.net', '/v/t62/part?ccb=1']])
})

test.each(['.example.com/x', ':8443/x', '@example.com/x', 'x', '', null])(
  'a path %j, which would go elsewhere, is asked nowhere',
  async (directPath) => {
    let asked = 0
    const host = await mediaHost(() => {
      asked += 1
    })
    await expect(downloadHistory({ mediaKey, directPath }, host, never)).rejects.toThrow('no path')
    expect(asked).toBe(0)
  },
)

test('a refusal is a fault', async () => {
  const host = await mediaHost((_request, answer) => answer.writeHead(403).end('no'))
  const download = downloadHistory({ mediaKey, directPath: '/x' }, host, never)
  await expect(download).rejects.toThrow('answered 403')
})

/** Begins with a file, and never ends it. */
async function endless() {
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const host = await mediaHost((_request, answer) => {
    answer.once('close', resolve)
    answer.write(Buffer.alloc(1024))
  })
  return { host, left }
}

test('whoever gives up reading leaves the media host', async () => {
  const { host, left } = await endless()
  const file = await downloadHistory({ mediaKey, directPath: '/x' }, host, never)
  file.destroy()
  await left
})

test('a time that is over leaves the media host, and is a fault of the file', async () => {
  const { host, left } = await endless()
  const over = new AbortController()
  const file = await downloadHistory({ mediaKey, directPath: '/x' }, host, over.signal)
  const read = buffer(file)
  over.abort(new Error('It took too long.'))
  await expect(read).rejects.toThrow('It took too long.')
  await left
})

test('a line that breaks is a fault of the file', async () => {
  const host = await mediaHost((_request, answer) => {
    answer.write(Buffer.alloc(1024), () => answer.destroy())
  })
  const file = await downloadHistory({ mediaKey, directPath: '/x' }, host, never)
  await expect(buffer(file)).rejects.toThrow()
})
