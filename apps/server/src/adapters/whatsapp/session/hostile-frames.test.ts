import { IS_DEEP, SEED } from '@kirim/testing/test-run'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { startFuzzedServer } from '../../../testing/fuzzed-server.ts'
import { brokenFrames, HOSTILE_FRAMES, strangeFrames } from '../../../testing/hostile-frames.ts'
import { createMainProcesses } from '../../../testing/main-process.ts'

/** `FUZZ_FRAMES=20000 npx vitest run hostile-frames` tries more. */
const FRAMES = Number(process.env.FUZZ_FRAMES ?? (IS_DEEP ? 20_000 : 300))
/** Most strange stanzas are answered or dropped; most broken ones end the connection. */
const AT_ONCE = 25
const BROKEN_OF = 25

const mains = createMainProcesses()
afterEach(mains.end)

describe('a frame that cannot be decoded or handled', () => {
  test('ends its own connection, is logged, and leaves the other number alone', async () => {
    const fuzzed = await startFuzzedServer(mains, 2)
    const [attacked, calm] = fuzzed.numbers
    if (!attacked || !calm) throw new Error('There are no numbers.')
    for (const frame of HOSTILE_FRAMES) {
      fuzzed.send(attacked, [frame])
      await fuzzed.back(attacked)
    }
    await fuzzed.answers(attacked)
    await fuzzed.answers(calm)
    const faults = fuzzed.server.log().filter(({ err }) => err)
    expect(faults.map(({ deviceId }) => deviceId)).toEqual(faults.map(() => attacked.device.id))
    expect(JSON.stringify(faults)).toContain('Unsupported state or unable to authenticate data')
    expect(JSON.stringify(faults)).toContain('invalid jid pair')
    await fuzzed.stop()
  })

  test('that comes after every login ends one connection after the other, and no more', async () => {
    const fuzzed = await startFuzzedServer(mains, 1)
    const [number] = fuzzed.numbers
    if (!number) throw new Error('There is no number.')
    const poison = HOSTILE_FRAMES.find(({ name }) => name === 'a list that ends early')?.bytes
    fuzzed.network.forgeries.afterLogin.set(number.device.number, [poison ?? Buffer.alloc(0)])
    fuzzed.network.drop(number.device.number)
    await fuzzed.tells(number, 'network_not_understood')
    fuzzed.network.forgeries.afterLogin.clear()
    await fuzzed.back(number)
    await fuzzed.answers(number)
    await fuzzed.stop()
  })
})

test(`${FRAMES} strange frames (seed ${SEED}): the process goes on, and its numbers answer`, async () => {
  const fuzzed = await startFuzzedServer(mains, 3)
  const strange = fc.sample(strangeFrames, { numRuns: FRAMES, seed: SEED })
  const broken = fc.sample(brokenFrames, { numRuns: Math.ceil(FRAMES / BROKEN_OF), seed: SEED })
  for (let at = 0; at < strange.length; at += AT_ONCE) {
    const number = fuzzed.numbers[(at / AT_ONCE) % fuzzed.numbers.length]
    if (!number) throw new Error('There is no number.')
    fuzzed.send(number, strange.slice(at, at + AT_ONCE))
    fuzzed.send(number, broken.splice(0, 1))
    await fuzzed.back(number)
  }
  for (const number of fuzzed.numbers) await fuzzed.answers(number)
  expect(
    fuzzed.server.log().filter(({ msg }) => /nobody (handled|caught)/.test(String(msg))),
  ).toEqual([])
  await fuzzed.stop()
})
