import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { isDataFault } from './data-fault.ts'

test.each(engines)('a row that %s refuses is a fault of the data', async (engine) => {
  const { db, close } = await freshDatabase(engine)
  const row = { name: 'twice', value: 'x' }
  const write = () => db.insertInto('server_settings').values(row).execute()
  await write()
  expect(isDataFault(await write().catch((error: unknown) => error))).toBe(true)
  await close()
  expect(isDataFault(await write().catch((error: unknown) => error))).toBe(false)
})

test.each([
  ['a full disk of SQLite', Object.assign(new Error('full'), { errcode: 13 }), false],
  ['a full disk of PostgreSQL', Object.assign(new Error('full'), { code: '53100' }), false],
  ['a database that is away', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), false],
  ['a text PostgreSQL cannot hold', Object.assign(new Error('no'), { code: '22021' }), true],
  ['a mistake of ours', new TypeError('x is undefined'), true],
  ['nothing', null, false],
])('%s', (_what, error, expected) => expect(isDataFault(error)).toBe(expected))
