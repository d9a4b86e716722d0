import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Each of these has rooms: the files and the folders directly in it. */
const HOUSES = [
  'apps/server/src',
  'apps/server/src/features/*',
  'apps/server/src/platform',
  'apps/server/src/adapters/*',
  'apps/web/src',
  'apps/web/src/features/*',
]

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IMPORT = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)|#(shared|app|features)\/([^']+)'/g

interface Arrow {
  readonly from: string
  readonly to: string
  /** The files between which it runs. */
  readonly because: string
}

function arrowsIn(house: string): Arrow[] {
  const files = globSync(`${house}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (path) => !/\.test\.tsx?$|\/testing\//.test(path),
  )
  const known = new Set(files)
  const roomOf = (path: string) => path.slice(house.length + 1).split('/')[0] ?? ''
  return files.flatMap((path) =>
    importsOf(path)
      .filter((target) => known.has(target) && roomOf(target) !== roomOf(path))
      .map((target) => ({
        from: roomOf(path),
        to: roomOf(target),
        because: `${path} -> ${target}`,
      })),
  )
}

function importsOf(path: string): string[] {
  const text = readFileSync(ROOT + path, 'utf8')
  return [...text.matchAll(IMPORT)].map(([, static_, lazy, room, rest]) =>
    room ? `apps/web/src/${room}/${rest}` : normalize(join(dirname(path), static_ ?? lazy ?? '')),
  )
}

/** The arrows of loops: those whose end leads back to their start. */
function loopsOf(arrows: readonly Arrow[]): string[] {
  const leadsTo = Map.groupBy(arrows, ({ from }) => from)
  function reaches(start: string, end: string): boolean {
    const seen = new Set([start])
    for (const room of seen) for (const { to } of leadsTo.get(room) ?? []) seen.add(to)
    return seen.has(end)
  }
  return arrows.filter(({ from, to }) => reaches(to, from)).map(({ because }) => because)
}

const houses = globSync(HOUSES, { cwd: ROOT, exclude: ['**/*.*'] }).sort()

test.each(houses)('the rooms of %s stand on floors: no arrow runs up', (house) => {
  expect(loopsOf(arrowsIn(house))).toEqual([])
})

test('finds a loop between rooms, however long it is', () => {
  const arrow = (from: string, to: string) => ({ from, to, because: `${from} -> ${to}` })
  const loop = [arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'a')]
  expect(loopsOf([...loop, arrow('c', 'd')])).toEqual(['a -> b', 'b -> c', 'c -> a'])
})
