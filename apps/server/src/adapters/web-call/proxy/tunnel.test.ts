import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ProxyAccess,
  ProxyFault,
  type ProxyFaultKind,
} from '../../../features/devices/proxy/proxy.ports.ts'
import { startHttpProxy, startSocksProxy, type TestProxy } from '../../../testing/proxies.ts'
import { isPublicAddress } from '../public-address.ts'
import { openTunnel } from './tunnel.ts'

const PASSWORD = 'kopi-ais-rahsia'
const credentials = { username: 'siti', password: PASSWORD }
/** Nothing here takes as long. */
const PLENTY_MS = 60_000

/** Tells whoever calls who is there, and then what it is told. */
const host = createServer((line) => {
  line.on('error', () => {})
  line.write('host ')
  line.pipe(line)
})
beforeAll(async () => {
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
})
afterAll(() => host.close())

describe.each([
  ['http', startHttpProxy],
  ['socks5', startSocksProxy],
] as const)('a tunnel through a proxy of %s', (scheme, start) => {
  let proxy: TestProxy
  beforeAll(async () => {
    proxy = await start(credentials)
  })
  afterAll(() => proxy?.stop())

  const open = (
    more: Partial<ProxyAccess> = {},
    limits: Partial<Parameters<typeof openTunnel>[2]> = {},
  ) =>
    openTunnel(
      {
        scheme,
        host: '127.0.0.1',
        port: proxy.port,
        ...credentials,
        reachesPrivate: true,
        ...more,
      },
      { host: 'localhost', port: (host.address() as AddressInfo).port },
      { isAllowed: () => true, withinMs: PLENTY_MS, ...limits },
    )
  const faultOf = async (opening: Promise<unknown>): Promise<ProxyFaultKind> => {
    const fault = await opening.then(
      () => new Error('It was opened.'),
      (error: Error) => error,
    )
    if (!(fault instanceof ProxyFault)) throw fault
    // Whatever is known of a fault may be logged.
    expect(JSON.stringify({ ...fault, message: fault.message, cause: fault.cause })).not.toContain(
      PASSWORD,
    )
    return fault.kind
  }

  test('reaches the host, which the proxy resolves, without losing a byte', async () => {
    const line = await open()
    line.write('you')
    let output = ''
    for await (const bytes of line) {
      output += String(bytes)
      if (output === 'host you') break
    }
    expect(output).toBe('host you')
    expect(proxy.opened.at(-1)).toMatch(/^localhost:/)
  })

  test('reports a wrong and a missing password', async () => {
    expect(await faultOf(open({ password: 'wrong' }))).toBe('sign_in')
    expect(await faultOf(open({ username: '', password: null }))).toBe('sign_in')
  })

  test('reports a proxy that blocks the host', async () => {
    proxy.behave('blocks')
    expect(await faultOf(open())).toBe('blocks')
    proxy.behave('works')
  })

  test('reports a proxy that does not answer in time', async () => {
    proxy.behave('silent')
    expect(await faultOf(open({}, { withinMs: 50 }))).toBe('silent')
    proxy.behave('works')
  })

  test('reports an unreachable proxy', async () => {
    const gone = await start()
    await gone.stop()
    expect(await faultOf(open({ port: gone.port }))).toBe('unreachable')
  })

  test('reports a server that is not a proxy', async () => {
    expect(await faultOf(open({ port: (host.address() as AddressInfo).port }))).toBe(
      'of_another_kind',
    )
    expect(await faultOf(open({ scheme: 'https' }))).toBe('of_another_kind')
  })

  test('is not opened to a private address or a name that resolves to one', async () => {
    const limits = { isAllowed: isPublicAddress }
    expect(await faultOf(open({}, limits))).toBe('private')
    expect(await faultOf(open({ host: '[::1]' }, limits))).toBe('private')
    // As a name that nobody has.
    expect(await faultOf(open({ host: 'localhost' }, limits))).toBe('unreachable')
  })
})
