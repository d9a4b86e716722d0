import { createFakeClock } from '@kirim/testing/fake-clock'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDiskReserve, type DiskSpace, diskOf } from './disk-reserve.ts'

const MB = 1024 * 1024

function open(disk: { space: DiskSpace }) {
  const clock = createFakeClock()
  const logged: string[] = []
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line).msg) })
  const reserve = createDiskReserve({ clock, log, measure: async () => disk.space })
  const isRefused = () =>
    reserve.admit().then(
      () => false,
      (error: { code: string }) => error.code === 'storage_short',
    )
  return { clock, logged, isRefused }
}

test.each([
  ['of a large disk 200 MB', 199, 100_000, true],
  ['of a large disk 200 MB', 201, 100_000, false],
  ['of a small one a tenth', 90, 1000, true],
  ['of a small one a tenth', 110, 1000, false],
])('%s are kept free: %i of %i MB is refused: %s', async (_which, free, total, refused) => {
  const space = { freeBytes: free * MB, totalBytes: total * MB }
  expect(await open({ space }).isRefused()).toBe(refused)
})

test('it is looked at once a second, and both changes are logged once', async () => {
  const disk = { space: { freeBytes: 100 * MB, totalBytes: 10_000 * MB } }
  const { clock, logged, isRefused } = open(disk)
  for (let n = 0; n < 3; n++) expect(await isRefused()).toBe(true)
  disk.space = { ...disk.space, freeBytes: 5000 * MB }
  expect(await isRefused()).toBe(true)
  clock.advance(1000)
  for (let n = 0; n < 3; n++) expect(await isRefused()).toBe(false)
  expect(logged).toEqual([
    'the disk is almost full: members can only delete until there is room',
    'the disk has room again',
  ])
})

test('the disk of a folder is measured', async () => {
  const { freeBytes, totalBytes } = await diskOf('.')()
  expect(freeBytes).toBeGreaterThan(0)
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes)
})
