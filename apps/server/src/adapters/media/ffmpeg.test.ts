import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { afterAll, describe, expect, test } from 'vitest'
import { createFfmpeg, findFfmpeg } from './ffmpeg.ts'

const folder = mkdtempSync(join(tmpdir(), 'kirim-ffmpeg-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let programs = 0
function program(script: string, name = `program-${++programs}`): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

describe('which ffmpeg is used', () => {
  const found = program('', 'ffmpeg')
  test.each<[string | null, string, string | null]>([
    [null, `/nowhere:${folder}`, found],
    [null, '/nowhere', null],
    [null, '', null],
    ['off', folder, null],
    [found, '', found],
  ])('with FFMPEG_PATH %j and the path %j', (wanted, path, expected) => {
    expect(findFfmpeg(wanted, path)).toBe(expected)
  })

  test.each(['/nowhere/ffmpeg', folder])('%s does not start', (wanted) => {
    expect(() => findFfmpeg(wanted)).toThrow('FFMPEG_PATH does not name a program')
  })
})

describe('a run', () => {
  test("has its arguments, low priority, and only the library paths of the server's environment", async () => {
    const told = join(folder, 'told')
    process.env.KIRIM_TEST_SECRET = 'secret'
    const untilLow = 'until [ "$(nice)" = 10 ]; do sleep 0.01; done'
    const path = program(`echo "$@" > ${told}; env >> ${told}; ${untilLow}`)
    expect(await createFfmpeg(path, createFakeClock()).run(['-i', 'a b'])).toBe('made')
    delete process.env.KIRIM_TEST_SECRET
    const text = readFileSync(told, 'utf8')
    expect(text).toMatch(/^-timelimit 240 -i a b\n/)
    expect(text).not.toContain('secret')
  })

  test('fails when the program ends with an error', async () => {
    expect(await createFfmpeg(program('exit 1'), createFakeClock()).run([])).toBe('failed')
  })

  test('rejects when the program is missing', async () => {
    await expect(createFfmpeg('/nowhere/ffmpeg', createFakeClock()).run([])).rejects.toThrow()
  })

  /** One that says that it runs, and stays. */
  async function staying(limitMs?: number) {
    const begun = join(folder, `begun-${programs}`)
    const clock = createFakeClock()
    const ffmpeg = createFfmpeg(program(`echo $$ > ${begun}; exec sleep 600`), clock)
    const outcome = ffmpeg.run([], limitMs)
    await until('it runs', () => existsSync(begun) && readFileSync(begun, 'utf8') !== '')
    const pid = Number(readFileSync(begun, 'utf8'))
    return { ffmpeg, clock, outcome, isRunning: () => isRunning(pid) }
  }

  test('is killed at the default limit', async () => {
    const { clock, outcome, isRunning } = await staying()
    clock.advance(119_999)
    expect(isRunning()).toBe(true)
    clock.advance(1)
    expect(await outcome).toBe('too_slow')
    expect(isRunning()).toBe(false)
  })

  test('is killed at its own limit', async () => {
    const { clock, outcome, isRunning } = await staying(5000)
    clock.advance(5000)
    expect(await outcome).toBe('too_slow')
    expect(isRunning()).toBe(false)
  })

  test('is killed when the server stops, and no other starts', async () => {
    const { ffmpeg, outcome, isRunning } = await staying()
    ffmpeg.stop()
    expect(await outcome).toBe('stopped')
    expect(isRunning()).toBe(false)
    expect(await ffmpeg.run([])).toBe('stopped')
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
