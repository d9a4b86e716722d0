import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, onTestFinished, test } from 'vitest'
import { createLimits } from '../../../platform/limits/limits.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { linkDevice, openBrowser } from '../../../testing/test-browser.ts'
import { createSessionLimit } from './request-limits.ts'

function newLimit(ofAccount = 3) {
  const clock = createFakeClock()
  const limit = createSessionLimit(createLimits(clock), ofAccount)
  const ask = async (workspaceId: string, times: number) => {
    const refusals = []
    for (let n = 0; n < times; n += 1) refusals.push(await limit.refuse(workspaceId))
    return refusals.filter((refusal) => refusal !== null)
  }
  return { clock, ask }
}

test('each account can open a number of sessions in ten minutes', async () => {
  const { clock, ask } = newLimit()
  expect(await ask('me', 3)).toEqual([])
  clock.advance(61_000)
  expect(await ask('me', 1)).toMatchObject([{ code: 'too_many_sessions', params: { minutes: 9 } }])
  expect(await ask('other', 3)).toEqual([])
  clock.advance(10 * 60_000)
  expect(await ask('me', 3)).toEqual([])
})

test('all accounts together share a limit of twenty times that, except the first three of each', async () => {
  const { clock, ask } = newLimit(5)
  for (let n = 0; n < 20; n += 1) expect(await ask(`user ${n}`, 5)).toEqual([])
  expect(await ask('late', 5)).toMatchObject(
    Array(2).fill({ code: 'server_too_many_sessions', params: { minutes: 10 } }),
  )
  clock.advance(10 * 60_000)
  expect(await ask('late', 5)).toEqual([])
})

test('a number that is resumed too often must wait, and its proxy can still be removed', async () => {
  const app = await startTestApp('SQLite', { env: { LINK_LIMIT: '2' } })
  onTestFinished(() => app.stop())
  const session = await app.newUser()
  const { id } = await linkDevice(app, session)
  const browser = await openBrowser(app.url, session)
  onTestFinished(() => browser.close())
  const resume = async () => {
    const closed = browser.next('devices_changed')
    browser.socket.emit('whatsapp_disconnect_request', id)
    await closed
    browser.socket.emit('whatsapp_reconnect_request', id)
  }
  await resume()
  const refused = browser.next('error_message')
  await resume()
  expect(await refused).toBe(
    'You have connected numbers many times in a short while. Try again in 10 min.',
  )
  expect(
    await app.call('DELETE', `/whatsapp/devices/${id}/proxy`, { token: session.token }),
  ).toMatchObject({ status: 204 })
})
