import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { wireWorkspaces } from '../../wiring/workspaces.ts'
import { openAccount } from './open-account.ts'

test.each(engines)('%s: of accounts made at the same moment one is the first', async (engine) => {
  const { db, close } = await freshDatabase(engine)
  const deps = { db, workspaces: wireWorkspaces({ db }).port }
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      openAccount(
        deps,
        {
          id: `id${n}`,
          name: 'Aina',
          email: `aina${n}@example.com`,
          passwordHash: '',
          createdAt: n,
        },
        'first-is-admin',
      ),
    ),
  )
  await close()
  expect(made.filter((account) => account?.role === 'admin')).toHaveLength(1)
  expect(made.filter((account) => account?.role === 'user')).toHaveLength(7)
})
