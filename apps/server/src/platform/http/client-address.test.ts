import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createClientAddresses, type TrustedProxies } from './client-address.ts'

/** The address that HTTP finds, and that realtime finds in the same request. */
async function seen(trusted: TrustedProxies, remoteAddress: string, forwarded?: string) {
  const addresses = createClientAddresses(trusted)
  const app = Fastify({ trustProxy: addresses.trusts })
  app.get('/', async (request) => [request.ip, addresses.of(request.raw)])
  const answer = await app.inject({
    url: '/',
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })
  await app.close()
  return answer.json()
}

test.each<[TrustedProxies, string, string | undefined, string]>([
  [0, '203.0.113.9', undefined, '203.0.113.9'],
  [0, '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  [1, '127.0.0.1', undefined, '127.0.0.1'],
  [1, '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  // What the client wrote itself is to the left of what the proxy appended.
  [1, '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  [2, '127.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [['10.0.0.0/8', 'loopback'], '127.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [['10.0.0.0/8'], '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [['10.0.0.0/8'], '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  [['fd00::/8'], 'fd00::1', '2001:db8::9', '2001:db8::9'],
  // Some proxies write the port, too.
  [['10.0.0.0/8'], '10.0.0.1', '1.1.1.1, 203.0.113.9:51000, 10.0.0.2:443', '203.0.113.9:51000'],
])('trusting %j, from %s with %s: %s', async (trusted, remote, forwarded, address) => {
  expect(await seen(trusted, remote, forwarded)).toEqual([address, address])
})
