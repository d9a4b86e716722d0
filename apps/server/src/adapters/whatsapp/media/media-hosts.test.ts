import { createFakeClock } from '@kirim/testing/fake-clock'
import type { BinaryNode } from 'baileys'
import { expect, test } from 'vitest'
import { createMediaHosts, NoMediaHosts } from './media-hosts.ts'

const HOST = 'mmg.whatsapp.net'

function answer(attrs: Record<string, string>, ...hostnames: string[]): BinaryNode {
  const hosts = hostnames.map((hostname) => ({ tag: 'host', attrs: { hostname } }))
  return { tag: 'iq', attrs: {}, content: [{ tag: 'media_conn', attrs, content: hosts }] }
}

const GOOD = answer({ auth: 'a', ttl: '300', auth_ttl: '60' }, HOST)

/** Answers with each in turn, and with the last one from then on. */
function setUp(...answers: (BinaryNode | Error | undefined)[]) {
  const clock = createFakeClock()
  const network = { asked: 0, isSilent: false }
  const hosts = createMediaHosts(async ({ content }) => {
    if (!JSON.stringify(content).includes('media_conn')) {
      return network.isSilent ? undefined : { tag: 'iq', attrs: {} }
    }
    const said = answers[Math.min(network.asked, answers.length - 1)]
    network.asked += 1
    if (said instanceof Error) throw said
    return said
  }, clock)
  return { hosts, clock, network }
}

test('are asked for once for many files, and anew when they have expired or are asked for', async () => {
  const { hosts, clock, network } = setUp(GOOD)
  const found = await Promise.all([hosts(), hosts(), hosts(true)])
  expect(found).toEqual(Array(3).fill({ hostnames: [HOST], auth: 'a' }))
  expect(network.asked).toBe(1)
  clock.advance(59_999)
  await hosts()
  expect(network.asked).toBe(1)
  clock.advance(1)
  await hosts()
  expect(network.asked).toBe(2)
  await hosts(true)
  expect(network.asked).toBe(3)
})

test.each<[string, BinaryNode | Error | undefined]>([
  ['a refusal', Object.assign(new Error('refused'), { data: 503 })],
  ['no answer in time', undefined],
  ['an answer about something else', { tag: 'iq', attrs: {} }],
  ['no host', answer({ auth: 'a', ttl: '300' })],
  ['no leave', answer({ ttl: '300' }, HOST)],
  ['an endless leave', answer({ auth: 'a'.repeat(5000), ttl: '300' }, HOST)],
  ['no end', answer({ auth: 'a', ttl: 'NaN' }, HOST)],
  ['a host that is none', answer({ auth: 'a', ttl: '300' }, 'evil.example/?x=')],
])('%s is none named, and not kept: the next file asks again', async (_, said) => {
  const { hosts, network } = setUp(said, GOOD)
  await expect(hosts()).rejects.toThrow(NoMediaHosts)
  expect(await hosts()).toEqual({ hostnames: [HOST], auth: 'a' })
  expect(network.asked).toBe(2)
})

test.each<[string, BinaryNode | Error | undefined]>([
  ['that ended', new Error('Connection Closed')],
  ['that carries nothing', undefined],
  ['that asks too much', Object.assign(new Error('refused'), { data: 429 })],
])('a connection %s is no answer about the hosts', async (_, said) => {
  const { hosts, network } = setUp(said)
  network.isSilent = true
  await expect(hosts()).rejects.not.toThrow(NoMediaHosts)
})

test('that were refused when they were asked for anew are not used any more', async () => {
  const { hosts, network } = setUp(GOOD, new Error('refused'), GOOD)
  await hosts()
  await expect(hosts(true)).rejects.toThrow('refused')
  await hosts()
  expect(network.asked).toBe(3)
})

test('never hold for longer than an hour, and no more are kept than can be tried', async () => {
  const names = Array.from({ length: 1000 }, (_, n) => `host-${n}.example:443`)
  const { hosts, clock, network } = setUp(answer({ auth: 'a', ttl: '9999999999' }, ...names))
  expect((await hosts()).hostnames.length).toBeLessThan(20)
  clock.advance(3_600_000)
  await hosts()
  expect(network.asked).toBe(2)
})
