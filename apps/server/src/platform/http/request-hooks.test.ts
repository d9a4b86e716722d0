import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createClientAddresses } from './client-address.ts'
import { tellOfUnreadableClients } from './request-hooks.ts'

test('a proxy that writes no addresses is told of once', async () => {
  const log = createLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const app = Fastify({ trustProxy: createClientAddresses(1).trusts })
  tellOfUnreadableClients(app, log)
  app.get('/', async () => '')
  const from = (forwarded: string) =>
    app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })
  for (const readable of ['203.0.113.9', '203.0.113.9:51000', '[2001:db8::9]:443']) {
    await from(readable)
  }
  expect(warn).not.toHaveBeenCalled()
  await from('unknown')
  await from('_hidden')
  expect(warn).toHaveBeenCalledOnce()
  await app.close()
})
