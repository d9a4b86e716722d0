import type { PairingCode } from '@kirim/contract/realtime'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DomainError } from '../../../platform/errors.ts'
import { createLimits } from '../../../platform/limits/limits.ts'
import { createKeyedLock } from '../../../platform/lock.ts'
import { createLog } from '../../../platform/log.ts'
import { type LinkNetwork, startLinkNetwork } from '../../../testing/link-network.ts'
import { createSessionLimit } from '../connection/request-limits.ts'
import type { About } from '../devices.events.ts'
import { createLinking, type LinkDeps } from './link-device.ts'

let world: LinkNetwork
beforeAll(async () => {
  world = await startLinkNetwork()
})
afterAll(async () => {
  await world?.stop()
})

const LIFE_MS = 160_000

/** A code of the real driver that was asked for a new phone. */
async function ask(phoneNumber: string) {
  world.network.createPhone({ owner: 'owner', name: 'Aina', number: phoneNumber })
  const shown: PairingCode[] = []
  const told: string[] = []
  const deps = {
    clock: world.clock,
    limits: createLimits(world.clock),
    sessionLimit: createSessionLimit(createLimits(world.clock), 100),
    log: createLog('silent'),
    inTurn: createKeyedLock(),
    network: world,
    devices: {
      list: async () => [],
      saveLink: async ({ identity }: { identity: { number: string } }) => {
        told.push(`linked ${identity.number}`)
        return { device: { id: 'device' }, isNew: true }
      },
    },
    leases: { keep: () => {} },
    connections: { forget: async () => {}, connect: async () => {} },
    planLimit: { noteRequest: () => {}, refuseAnother: async () => null },
    events: {
      qr: () => {},
      pairingCode: (_workspaceId: string, _about: About, code: PairingCode) =>
        void shown.push(code),
      refused: (_workspaceId: string, _about: About, { code }: DomainError) => void told.push(code),
    },
    onEnded: async () => void told.push('ended'),
    takeOver: async () => {},
    onChanged: () => {},
    onFault: (error: unknown) => void told.push(String(error)),
  } as unknown as LinkDeps
  const linking = createLinking(deps)
  await linking.requestPairing('me', phoneNumber)
  const code = (attempt: number) => until(`code ${attempt} is shown`, () => shown[attempt - 1])
  /** Lets the network's time for all codes of a connection pass. */
  const runOut = async (attempt: number) => {
    await code(attempt)
    world.clock.advance(LIFE_MS)
    await until('it is withdrawn', () => linking.waitingPairing('me') === null)
  }
  return { linking, shown, told, code, runOut }
}

test('a pairing code is renewed over a new connection; only the new code links', async () => {
  const phone = '60128880201'
  const { told, code, runOut } = await ask(phone)
  const first = await code(1)
  expect(first).toMatchObject({ phoneNumber: phone, attempt: 1 })
  await runOut(1)
  const second = await code(2)
  expect(second).toMatchObject({ phoneNumber: phone, attempt: 2 })
  expect(second.code).not.toBe(first.code)
  await expect(world.network.enterPairingCode(first.code, phone)).rejects.toThrow()
  await world.network.enterPairingCode(second.code, phone)
  await until('it is linked', () => told.length)
  expect(told).toEqual([`linked ${phone}`])
})

test('an unused pairing code is renewed twice, then ends without an error', async () => {
  const { linking, shown, told, runOut } = await ask('60128880202')
  for (const attempt of [1, 2, 3]) await runOut(attempt)
  await until('it has ended', () => told.length)
  expect([told, shown.map(({ attempt }) => attempt)]).toEqual([['ended'], [1, 2, 3]])
  expect(linking.isUnderWay('me')).toBe(false)
  expect(new Set(shown.map(({ code }) => code)).size).toBe(3)
})
