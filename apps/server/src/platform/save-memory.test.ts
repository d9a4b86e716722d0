import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { saveMemory } from './save-memory.ts'

test('memory is saved while little is done, and not under load', () => {
  const clock = createFakeClock()
  const flags: string[] = []
  let cpuMs = 0
  saveMemory(clock, { usedMs: () => cpuMs, setFlag: (flag) => flags.push(flag) })
  const usedIn2s = (ms: number) => {
    cpuMs += ms
    clock.advance(2000)
    return flags.splice(0)
  }
  expect(flags.splice(0)).toEqual(['--gc-memory-reducer-start-delay-ms=2000'])
  expect(usedIn2s(1500)).toEqual([])
  expect(usedIn2s(199)).toEqual(['--memory-saver-mode'])
  expect(usedIn2s(10)).toEqual([])
  expect(usedIn2s(200)).toEqual(['--no-memory-saver-mode'])
  expect(usedIn2s(200)).toEqual([])
  expect(usedIn2s(0)).toEqual(['--memory-saver-mode'])
})

// Of one that it does not know it says nothing while it runs.
test.each(['--memory-saver-mode', '--gc-memory-reducer-start-delay-ms=2000'])(
  'this version of Node.js knows %s',
  async (flag) => {
    const known = promisify(execFile)(process.execPath, [flag, '--eval', ''])
    await expect(known).resolves.toMatchObject({ stderr: '' })
  },
)
