import { OPT_OUT_CHANGES_MAX } from '@kirim/contract/opt-outs'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DomainError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { unbounded } from '../../testing/unbounded.ts'
import { importOptOuts } from './import-opt-outs.ts'
import { createOptOutsRepository } from './opt-outs.repository.ts'

async function open(people: number) {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(close)
  const workspaceId = await seedUser(db)
  const all = Array.from({ length: people }, (_, n) => ({
    name: '',
    phoneNumber: String(60_123_000_000 + n),
  }))
  const deps = {
    db,
    quota: unbounded,
    admitRoom: async () => {},
    readPeople: async () => ({ people: all, errors: [], refused: 0, passedOver: 0 }),
    clock: createFakeClock(),
    log: createLog('silent'),
  }
  const caller = { workspaceId, personId: workspaceId }
  return {
    db,
    workspaceId,
    run: (others = {}) => importOptOuts({ ...deps, ...others }, caller, null, null),
  }
}

test('an import that stops on the way says how far it came, and may be repeated', async () => {
  const { db, workspaceId, run } = await open(300)
  await sql`
    create trigger no_room before insert on opt_outs when new.phone_number = '60123000210'
    begin select raise(abort, 'no room'); end
  `.execute(db)
  await expect(run()).rejects.toMatchObject({
    code: 'import_interrupted',
    params: { done: 200, total: 300 },
  })
  expect(await createOptOutsRepository(db).counts(workspaceId)).toMatchObject({ import: 200 })
  await sql`drop trigger no_room`.execute(db)
  expect(await run()).toMatchObject({ added: 100, known: 200, refused: 0 })
})

test('an import stops where the disk becomes short of room, and says so', async () => {
  const { db, workspaceId, run } = await open(300)
  let asked = 0
  const admitRoom = async () => {
    if (++asked > 1) throw new DomainError('storage_short')
  }
  await expect(run({ admitRoom })).rejects.toMatchObject({
    code: 'storage_short',
    params: { done: 100, total: 300 },
  })
  expect(await createOptOutsRepository(db).counts(workspaceId)).toMatchObject({ import: 100 })
})

test('an import stops where its quota is used up meanwhile, and says so', async () => {
  const { run } = await open(300)
  let asked = 0
  const admit = async () => {
    if (++asked > 2) throw new DomainError('quota_opt_outs', { most: '100' })
  }
  await expect(run({ quota: { admit } })).rejects.toMatchObject({
    code: 'quota_opt_outs',
    params: { most: '100', done: 100, total: 300 },
  })
})

test('of very many changes of one person the newest are listed', async () => {
  const { db, workspaceId, run } = await open(1)
  await run()
  const optOuts = createOptOutsRepository(db)
  const [row] = await optOuts.list(
    { workspaceId, standing: null, texts: [] },
    { before: null, limit: 1 },
  )
  const first = await db.selectFrom('opt_out_changes').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: OPT_OUT_CHANGES_MAX + 5 }, () => ({ ...first, id: newId() }))
  await db.insertInto('opt_out_changes').values(more).execute()
  const changes = await optOuts.changes(row?.id ?? '')
  expect(changes).toHaveLength(OPT_OUT_CHANGES_MAX)
  expect(changes[0]?.id).toBe(more.at(-1)?.id)
})
