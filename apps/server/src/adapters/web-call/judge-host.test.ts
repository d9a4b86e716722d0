import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { createJudgeHost } from './judge-host.ts'

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'kedai.com': ['8.8.8.8'],
  'both.com': ['10.0.0.1', '2606:4700:4700::1111'],
  'inside.com': ['192.168.1.1'],
  'gone.com': [],
}

async function resolve(host: string): Promise<readonly string[]> {
  const found = ADDRESSES[host]
  if (!found) throw new Error('Nobody answers.')
  return found
}

test.each([
  ['kedai.com', 'public'],
  ['KEDAI.com.', 'public'],
  ['both.com', 'public'],
  ['inside.com', 'missing'],
  ['gone.com', 'missing'],
  ['silent.com', 'unknown'],
  ['8.8.8.8', 'public'],
  ['127.0.0.1', 'private'],
  ['[::1]', 'private'],
  ['[2606:4700:4700::1111]', 'public'],
  ['localhost', 'private'],
  ['api.localhost', 'private'],
  ['printer.local', 'private'],
  ['intranet', 'private'],
  ['', 'private'],
  ['shop.example', 'missing'],
])('%s is %s', async (host, kind) => {
  expect(await createJudgeHost(createFakeClock(), resolve)(host)).toBe(kind)
})

test('looks up a name once a minute, and an address never', async () => {
  const clock = createFakeClock()
  const lookups: string[] = []
  const judge = createJudgeHost(clock, (host) => {
    lookups.push(host)
    return resolve(host)
  })
  await Promise.all([judge('kedai.com'), judge('kedai.com'), judge('10.0.0.1')])
  expect(lookups).toEqual(['kedai.com'])
  await clock.advance(60_000)
  await judge('kedai.com')
  expect(lookups).toEqual(['kedai.com', 'kedai.com'])
})
