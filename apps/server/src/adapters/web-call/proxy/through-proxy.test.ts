import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:https'
import { type AddressInfo, createServer as createBlank } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { loadCertificate } from '@kirim/sandbox-network/media/certificate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProxyAccess } from '../../../features/devices/proxy/proxy.ports.ts'
import { startHttpProxy, type TestProxy } from '../../../testing/proxies.ts'
import { createTestProxy } from './test-proxy.ts'
import { createThroughProxy } from './through-proxy.ts'

const UPLOAD_BYTES = 3_000_000

let folder: string
let certificate: string
let proxy: TestProxy | undefined
let site: Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kirim-proxy-'))
  const tls = await loadCertificate(folder, '127.0.0.1')
  certificate = tls.certificate
  const identity = { key: tls.key, cert: tls.certificate }
  proxy = await startHttpProxy(undefined, identity)
  site = createServer(identity, async (asked, answer) => {
    answer.end(`got ${(await text(asked)).length}`)
  })
  site.on('upgrade', (_asked, line) =>
    line.end(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    ),
  )
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
})
afterAll(async () => {
  await proxy?.stop()
  site?.closeAllConnections()
  site?.close()
  await rm(folder, { recursive: true, force: true })
})

test('all three clients reach a host with a valid certificate through a TLS proxy', async () => {
  if (!proxy) throw new Error('There is no proxy.')
  const access: ProxyAccess = {
    scheme: 'https',
    host: '127.0.0.1',
    port: proxy.port,
    username: '',
    password: null,
    reachesPrivate: true,
  }
  const host = `localhost:${(site.address() as AddressInfo).port}`
  const goThrough = (given: ProxyAccess) =>
    createThroughProxy(given, { isAllowed: () => true, withinMs: 60_000 })
  const testProxy = createTestProxy({
    networkUrl: async () => `wss://${host}/ws`,
    goThrough,
    withinMs: 60_000,
  })
  expect(await testProxy(access)).toMatchObject({ reason: { code: 'proxy_certificate' } })
  setDefaultCACertificates([...getCACertificates('default'), certificate])
  expect(await testProxy(access)).toMatchObject({ kind: 'works' })

  const { secure, dispatcher } = await goThrough(access)
  const download = await fetch(`https://${host}/`, { dispatcher })
  expect(await download.text()).toBe('got 0')
  const upload = request(`https://${host}/`, { method: 'POST', agent: secure })
  upload.end(Buffer.alloc(UPLOAD_BYTES))
  const [answer] = await once(upload, 'response')
  expect(await text(answer)).toBe(`got ${UPLOAD_BYTES}`)
  expect(proxy.opened).toEqual([host, host, host])
})

test('does not blame the proxy for a network that is silent or breaks off', async () => {
  const blank = createBlank((line) => line.destroy())
  blank.listen(0, '127.0.0.1')
  await once(blank, 'listening')
  const way = await startHttpProxy()
  const testProxy = createTestProxy({
    networkUrl: async () => `ws://127.0.0.1:${(blank.address() as AddressInfo).port}/ws`,
    goThrough: (given) => createThroughProxy(given, { isAllowed: () => true, withinMs: 60_000 }),
    withinMs: 60_000,
  })
  const access = { scheme: 'http', host: '127.0.0.1', port: way.port } as const
  const rest = { username: '', password: null, reachesPrivate: true }
  const testOnce = () => testProxy({ ...access, ...rest })
  expect(await testOnce()).toMatchObject({ reason: { code: 'proxy_network_silent' } })
  way.behave('blocks')
  expect(await testOnce()).toMatchObject({ reason: { code: 'proxy_blocks' } })
  await way.stop()
  blank.close()
})
