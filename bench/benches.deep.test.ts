import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const RUN = fileURLToPath(new URL('./run.mjs', import.meta.url))

/** Each bench at its smallest size, with figures that its rows must have. */
const BENCHES: readonly [name: string, sizes: string, figures: readonly string[]][] = [
  ['sessions', 'SQLite 0 100', ['devices', 'rssMb', 'bareRssMb']],
  ['dispatch', 'SQLite 1 5', ['sendsOfIdeal', 'errorP99', 'shortestMs']],
  ['import', 'SQLite 20 1', ['bareMs', 'ms', 'ratio', 'othersLongestMs']],
  ['launch', 'SQLite 20 50', ['ms', 'longestBlockMs', 'othersLongestMs']],
  ['responder', 'SQLite 0.2 2', ['answersASecond', 'ofBare']],
  ['echo', 'SQLite 3 2 10 0.5', ['ofBare', 'burstTimesBare', 'steadyTimesBare']],
  ['receipts', 'SQLite 4 2500', ['ms', 'stored', 'unacknowledged']],
  ['api', 'SQLite 20 1 4', ['p50', 'bareP50', 'ofBare', 'ofSmall']],
  ['seams', '20 1 1 100', ['what', 'with', 'startedMb', 'linkedMb']],
  ['start', 'SQLite 1 1', ['ms', 'cpuMs']],
  ['chats', 'SQLite 60 600 4 2', ['what', 'p50', 'p99']],
]

test.concurrent.each(BENCHES)(
  'the bench %s says what it measured',
  async (name, sizes, figures) => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, name, ...sizes.split(' ')])
    const report: { rows: object[] } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    expect(report).toEqual({
      bench: name,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      machine: expect.stringContaining('Node.js'),
      rows: expect.any(Array),
    })
    expect(Object.keys(report.rows.at(-1) ?? {})).toEqual(expect.arrayContaining([...figures]))
  },
)
