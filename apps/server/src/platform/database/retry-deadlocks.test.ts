import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/engines.ts'
import type { Db } from './database.ts'

const ROWS = ['first', 'second']

async function withRows(): Promise<Db> {
  const { db, close } = await freshDatabase('PostgreSQL')
  onTestFinished(close)
  const rows = ROWS.map((name) => ({ name, taken_at: 0 }))
  await db.insertInto('locks').values(rows).execute()
  return db
}

/** Resolves on the given call, and immediately from then on. */
function meeting(people: number): () => Promise<void> {
  let came = 0
  let meet = () => {}
  const all = new Promise<void>((done) => {
    meet = done
  })
  return () => {
    came += 1
    if (came === people) meet()
    return all
  }
}

test('two transactions that wait for each other are both done, once each', async () => {
  const db = await withRows()
  const bothHoldOne = meeting(2)
  let tries = 0
  const addTo = (names: readonly string[]) =>
    db.transaction().execute(async (tx) => {
      tries += 1
      for (const name of names) {
        await tx
          .updateTable('locks')
          .set((eb) => ({ taken_at: eb('taken_at', '+', 1) }))
          .where('name', '=', name)
          .execute()
        await bothHoldOne()
      }
    })
  await Promise.all([addTo(ROWS), addTo(ROWS.toReversed())])
  const rows = await db.selectFrom('locks').select('taken_at').where('name', 'in', ROWS).execute()
  expect(rows).toEqual([{ taken_at: 2 }, { taken_at: 2 }])
  // More when the one that goes on is slow to notice: the other takes its first row again before.
  expect(tries).toBeGreaterThanOrEqual(3)
})

test('another fault is told at once, and a deadlock that does not end after a few tries', async () => {
  const db = await withRows()
  const run = async (code: string) => {
    let tries = 0
    const fault = Object.assign(new Error('x'), { code })
    const work = db.transaction().execute(async () => {
      tries += 1
      throw fault
    })
    await expect(work).rejects.toBe(fault)
    return tries
  }
  expect(await run('23505')).toBe(1)
  expect(await run('40P01')).toBe(4)
})
