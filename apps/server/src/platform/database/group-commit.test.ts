import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextRound } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGroupCommit } from './group-commit.ts'

/** A database in memory that notes what it is told, and can be made to fail. */
function setUp() {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE rows (name TEXT UNIQUE)')
  const said: string[] = []
  const faults = new Map<string, () => void>()
  const commits = createGroupCommit({
    exec(sql) {
      said.push(sql)
      faults.get(sql)?.()
      database.exec(sql)
    },
    inTransaction: () => database.isTransaction,
  })
  return {
    commits,
    said,
    faults,
    database,
    add: (name: string) => () => database.prepare('INSERT INTO rows VALUES (?)').run(name),
    names: () =>
      database
        .prepare('SELECT name FROM rows ORDER BY name')
        .all()
        .map(({ name }) => String(name)),
    commitsSaid: () => said.filter((sql) => sql === 'COMMIT').length,
  }
}

test('what is ready at the same time is written together', async () => {
  const { commits, add, names, commitsSaid } = setUp()
  await Promise.all([
    commits.run(add('a'), false),
    commits.begin().then(async (turn) => {
      turn.run(add('b'))
      await turn.end(true)
    }),
    commits.run(add('c'), false),
  ])
  expect(names()).toEqual(['a', 'b', 'c'])
  expect(commitsSaid()).toBe(1)
})

test('nothing is told before it is written, what was read included', async () => {
  const { commits, add, names, said } = setUp()
  const told: string[] = []
  const first = commits.run(add('a'), false).then(() => told.push(`wrote, ${said.at(-1)}`))
  const second = commits
    .run(names, true)
    .then((found) => told.push(`read ${found}, ${said.at(-1)}`))
  await Promise.all([first, second])
  expect(told).toEqual(['wrote, COMMIT', 'read a, COMMIT'])
})

test('a read alone opens nothing', async () => {
  const { commits, names, said } = setUp()
  expect(await commits.run(names, true)).toEqual([])
  expect(said).toEqual([])
})

test('what is undone leaves the others of its group alone', async () => {
  const { commits, add, names } = setUp()
  const kept = commits.run(add('kept'), false)
  const turn = await commits.begin()
  turn.run(add('undone'))
  await turn.end(false)
  await kept
  expect(names()).toEqual(['kept'])
})

test('a refused statement fails alone', async () => {
  const { commits, add, names } = setUp()
  const answers = await Promise.allSettled([
    commits.run(add('a'), false),
    commits.run(add('a'), false),
    commits.run(add('b'), false),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(names()).toEqual(['a', 'b'])
})

test('a transaction halfway through is not cut, and the others wait for it', async () => {
  const { commits, add, names, commitsSaid } = setUp()
  const turn = await commits.begin()
  turn.run(add('first half'))
  let told = false
  const other = commits.run(add('other'), false).then(() => {
    told = true
  })
  await nextRound()
  await nextRound()
  expect({ told, commits: commitsSaid() }).toEqual({ told: false, commits: 0 })
  turn.run(add('second half'))
  await turn.end(true)
  await other
  expect(names()).toEqual(['first half', 'other', 'second half'])
})

test('when the write fails, everybody of the group is told, and the next group is written', async () => {
  const { commits, add, names, faults } = setUp()
  faults.set('COMMIT', () => {
    faults.clear()
    throw new Error('disk full')
  })
  const answers = await Promise.allSettled([
    commits.run(add('a'), false),
    commits.begin().then((turn) => {
      turn.run(add('b'))
      return turn.end(true)
    }),
  ])
  expect(answers).toMatchObject([
    { status: 'rejected', reason: new Error('disk full') },
    { status: 'rejected', reason: new Error('disk full') },
  ])
  await commits.run(add('c'), false)
  expect(names()).toEqual(['c'])
})

test('when the engine gives up what is open, nobody believes it is kept and nothing more is done', async () => {
  const { commits, add, names, database } = setUp()
  const before = commits.run(add('before'), false)
  const turn = await commits.begin()
  turn.run(add('mine'))
  database.exec('ROLLBACK')
  expect(() => turn.run(add('late'))).toThrow('gave up')
  await expect(turn.end(true)).rejects.toThrow('gave up')
  await expect(before).rejects.toThrow('gave up')
  await commits.run(add('after'), false)
  expect(names()).toEqual(['after'])
})

test('any mix of transactions ends as if they had run one after the other', async () => {
  const step = fc.record({ keep: fc.boolean(), rounds: fc.nat(2), rows: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { commits, add, names } = setUp()
      await Promise.all(
        steps.map(async ({ keep, rounds, rows }, n) => {
          const turn = await commits.begin()
          for (let row = 0; row < rows; row++) turn.run(add(`${n}/${row}`))
          for (let round = 0; round < rounds; round++) await nextRound()
          await turn.end(keep)
        }),
      )
      const expected = steps.flatMap(({ keep, rows }, n) =>
        keep ? Array.from({ length: rows }, (_, row) => `${n}/${row}`) : [],
      )
      expect(names()).toEqual(expected.toSorted())
    }),
    { numRuns: 60 },
  )
})
