import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { takeByBulkhead } from '../bulkhead.ts'
import { createLog } from '../log.ts'
import { createClientAddresses } from './client-address.ts'
import { isolateRequests, warnOfUnreadableClients } from './request-hooks.ts'

test('a proxy that writes no addresses is told of once', async () => {
  const log = createLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const app = Fastify({ trustProxy: createClientAddresses(1).trusts })
  warnOfUnreadableClients(app, log)
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

test('a fault that a request leaves behind is logged with its route, also once its body was read', async () => {
  const log = createLog('silent')
  const error = vi.spyOn(log, 'error')
  const app = Fastify()
  isolateRequests(app, log)
  const late = Promise.withResolvers<boolean>()
  app.post('/notes/:id', async () => {
    setTimeout(() => late.resolve(takeByBulkhead(new Error('late'))))
    return ''
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/notes/7`, { method: 'POST', headers, body: '{}' })
  expect(await late.promise).toBe(true)
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ route: '/notes/:id' }),
    'a request left a fault',
  )
  await app.close()
})
