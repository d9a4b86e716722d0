import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import type { Reason, ReasonCode } from '@kirim/contract/reason-texts'
import {
  type GoThroughProxy,
  ProxyFault,
  type ProxyFaultKind,
  type ProxyTest,
  type TestProxy,
} from '../../../features/devices/proxy/proxy.ports.ts'
import { isCertificateFault } from '../faults.ts'

interface TestDeps {
  /** The network's address, ws:// or wss://. */
  networkUrl(): Promise<string>
  readonly goThrough: GoThroughProxy
  /** For the proxy and the network together. */
  readonly withinMs: number
}

const REASONS: Readonly<Record<ProxyFaultKind, ReasonCode>> = {
  unreachable: 'proxy_unreachable',
  silent: 'proxy_silent',
  of_another_kind: 'proxy_of_another_kind',
  certificate: 'proxy_certificate',
  sign_in: 'proxy_sign_in',
  blocks: 'proxy_blocks',
  private: 'proxy_address_refused',
}

/** Opens a WebSocket to the network through the proxy, as a number does, and closes it. */
export function createTestProxy({ networkUrl, goThrough, withinMs }: TestDeps): TestProxy {
  return async (proxy) => {
    const [url, through] = await Promise.all([networkUrl(), goThrough(proxy)])
    const { promise, resolve } = Promise.withResolvers<ProxyTest>()
    const fails = (code: ReasonCode, params: Reason['params'] = {}) =>
      resolve({ kind: 'fails', reason: { code, params } })
    const isSecure = url.startsWith('wss:')
    const startedAt = performance.now()
    const upgrade = (isSecure ? requestSecurely : request)(url.replace(/^ws/, 'http'), {
      agent: isSecure ? through.secure : through.plain,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
      signal: AbortSignal.timeout(withinMs),
    })
    upgrade.once('upgrade', (_answer, line) => {
      line.destroy()
      resolve({ kind: 'works', latencyMs: Math.round(performance.now() - startedAt) })
    })
    upgrade.once('response', (answer) => {
      answer.destroy()
      fails('proxy_network_status', { status: answer.statusCode ?? 0 })
    })
    // Errors before this event come from the proxy, later ones from the network behind it.
    let isThrough = false
    upgrade.once('socket', () => {
      isThrough = true
    })
    upgrade.on('error', (error) => {
      if (error instanceof ProxyFault) fails(REASONS[error.kind])
      else if (isCertificateFault(error)) fails('proxy_not_genuine')
      else fails(isThrough ? 'proxy_network_silent' : 'proxy_silent')
    })
    upgrade.end()
    return promise
  }
}
