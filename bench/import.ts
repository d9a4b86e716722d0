import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { utils, write } from '@e965/xlsx'
import { io } from 'socket.io-client'
import { type BenchEngine, type BenchServer, newUser } from './support/bench-server.ts'
import { inFolder, onEngines, onServer, rounded } from './support/frame.ts'
import { median, othersMeanwhile, quantile } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'
import { nameOf, numberOf } from './support/seed.ts'

/**
 * Imports a workbook of 100,000 names and numbers, beside the library that parses the same file in
 * a thread and does nothing else. Measures how long others wait meanwhile, and the longest time
 * without a progress event. `npm run bench import [SQLite|PostgreSQL|both] [rows] [runs]`
 */
const [engines = 'both', rows = '100000', runs = '5'] = process.argv.slice(2)
const ROWS = Number(rows)
const RUNS = Number(runs)
const BARE = new URL('./support/bare-parse.ts', import.meta.url)

function workbook(): Buffer {
  const book = utils.book_new()
  const people = Array.from({ length: ROWS }, (_, n) => [nameOf(n), numberOf(n)])
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Name', 'Phone'], ...people]))
  return write(book, { type: 'buffer', compression: true })
}

async function bareParse(file: string): Promise<{ ms: number; cpuMs: number }> {
  const start = performance.now()
  const cpu = process.cpuUsage()
  const [rows] = await once(new Worker(BARE, { workerData: file }), 'message')
  if (rows !== ROWS + 1) throw new Error(`The library found ${rows} rows.`)
  const { user, system } = process.cpuUsage(cpu)
  return { ms: performance.now() - start, cpuMs: (user + system) / 1000 }
}

const measure = (engine: BenchEngine, file: string) =>
  onServer(engine, null, async ({ server, store }) => {
    const stranger = await newUser(server)
    const bare: Awaited<ReturnType<typeof bareParse>>[] = []
    const imports: Awaited<ReturnType<typeof importOnce>>[] = []
    const settled: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      bare.push(await bareParse(file))
      imports.push(await importOnce(server, stranger.token, file))
      const answered = performance.now()
      await store.settle()
      settled.push(performance.now() - answered)
    }
    const times = imports.map(({ ms }) => ms)
    const bareTimes = bare.map(({ ms }) => ms)
    const most = (of: 'blockMs' | 'waitMs' | 'waitP99Ms' | 'silentMs') =>
      Math.round(Math.max(...imports.map((one) => one[of])))
    return {
      engine,
      rows: ROWS,
      runs: RUNS,
      bareMs: Math.round(median(bareTimes)),
      bareBestMs: Math.round(Math.min(...bareTimes)),
      bareCpuMs: Math.round(median(bare.map(({ cpuMs }) => cpuMs))),
      ms: Math.round(median(times)),
      bestMs: Math.round(Math.min(...times)),
      // Includes the vacuum of PostgreSQL.
      settledMs: Math.round(median(settled)),
      ratio: rounded(median(times) / median(bareTimes), 2),
      cpuMs: median(imports.map(({ cpuMs }) => cpuMs)),
      longestBlockMs: most('blockMs'),
      othersLongestMs: most('waitMs'),
      othersP99Ms: most('waitP99Ms'),
      longestSilenceMs: most('silentMs'),
      progressEvents: median(imports.map(({ events }) => events)),
    }
  })

async function importOnce(server: BenchServer, stranger: string, file: string) {
  const owner = await newUser(server)
  const group = await server.call<{ _id: string }>('POST', '/contact-groups', owner.token, {
    groupName: 'Everybody',
  })
  const form = new FormData()
  form.set('groupId', group._id)
  form.set('file', new Blob([readFileSync(file)]), 'people.xlsx')
  const progress = await watchProgress(server, owner)
  const cpuBefore = server.cpuMs()
  const done = await othersMeanwhile(server, stranger, () =>
    server.call<{ added: number }>('POST', '/contacts/upload', owner.token, form),
  )
  const progressTimes = progress.end()
  if (done.result.added !== ROWS) throw new Error(`${done.result.added} people were added.`)
  const { ms, blockMs } = done
  console.log(
    `${ms.toFixed(0)} ms; block ${blockMs.toFixed(0)} ms, ${done.blockCpuMs.toFixed(0)} of CPU; slowest statement ${done.slowest.ms.toFixed(0)} ms (${done.slowest.sql.slice(0, 50)}); first progress after ${progressTimes.firstMs.toFixed(0)} ms`,
  )
  return {
    ms,
    cpuMs: server.cpuMs() - cpuBefore,
    blockMs,
    waitMs: quantile(done.waits, 1),
    waitP99Ms: quantile(done.waits, 0.99),
    ...progressTimes,
  }
}

/** Records the progress events, and the longest time without one after the first. */
async function watchProgress({ url }: BenchServer, { token }: { token: string }) {
  const socket = io(url, { auth: { token }, transports: ['websocket'] })
  await once(socket as never, 'connect')
  const start = performance.now()
  const times: number[] = []
  socket.on('import_progress', () => times.push(performance.now()))
  return {
    end() {
      socket.close()
      const ends = [...times.slice(1), performance.now()]
      return {
        events: times.length,
        firstMs: (times[0] ?? Number.NaN) - start,
        silentMs: Math.max(...ends.map((end, n) => end - (times[n] ?? end))),
      }
    },
  }
}

await inFolder(async (folder) => {
  const file = join(folder, 'people.xlsx')
  writeFileSync(file, workbook())
  report('import', await onEngines(engines, (engine) => measure(engine, file)))
})
