import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { startSandboxNetwork } from '../network.ts'
import { CONTACT, PHONE, sentText, useCore } from '../testing/core.ts'
import { openStore } from './database.ts'
import { SCHEMA_VERSION } from './schema.ts'

const here = useCore()
const ids = () => here.core.messages.page({ phone: PHONE, contact: CONTACT }, 10, 1e9)

describe('a transaction', () => {
  it('that fails leaves nothing behind, and emits nothing', () => {
    const told: string[] = []
    const work = () =>
      here.core.store.transaction(() => {
        here.core.messages.add(sentText('A'))
        here.core.store.afterCommit(() => told.push('A'))
        throw new Error('the disk is full')
      })
    expect(work).toThrow('the disk is full')
    expect(ids()).toEqual([])
    expect(told).toEqual([])
    here.core.store.transaction(() => here.core.messages.add(sentText('B')))
    expect(ids()).toMatchObject([{ id: 'B' }])
  })

  it('within another is part of it: a later failure rolls it back, too', () => {
    const { store, messages } = here.core
    const outer = () =>
      store.transaction(() => {
        store.transaction(() => messages.add(sentText('A')))
        throw new Error('later')
      })
    expect(outer).toThrow('later')
    expect(ids()).toEqual([])
  })

  it('runs its callbacks after the commit, in order, and these may write', () => {
    const { store, messages } = here.core
    const told: string[] = []
    store.transaction(() => {
      store.afterCommit(() => {
        told.push(`first, ${ids().length} stored`)
        store.transaction(() => messages.add(sentText('B')))
      })
      store.transaction(() => store.afterCommit(() => told.push(`second, ${ids().length} stored`)))
      messages.add(sentText('A'))
      expect(told).toEqual([])
    })
    expect(told).toEqual(['first, 1 stored', 'second, 2 stored'])
    store.afterCommit(() => told.push('at once'))
    expect(told.at(-1)).toBe('at once')
  })

  it('is rolled back completely by a constraint violation', () => {
    const { store, messages } = here.core
    const twice = () => store.transaction(() => ['A', 'A'].map((id) => messages.add(sentText(id))))
    expect(twice).toThrow(/UNIQUE/)
    expect(ids()).toEqual([])
  })
})

describe('the data folder', () => {
  it('keeps what was committed', () => {
    here.core.messages.add(sentText('A'))
    here.reopen()
    expect(ids()).toMatchObject([{ id: 'A', text: 'text of A', copies: 1 }])
  })

  it('is readable by its owner only', () => {
    expect(statSync(here.dataDir).mode & 0o077).toBe(0)
    expect(statSync(join(here.dataDir, 'sandbox.db')).mode & 0o777).toBe(0o600)
  })

  it('cannot be opened twice, and is free once the first is closed', () => {
    expect(() => openStore(here.dataDir)).toThrow(
      expect.objectContaining({ code: 'data_dir_in_use' }),
    )
    here.core.store.close()
    openStore(here.dataDir).close()
  })

  it('that holds no database is told as it is, and is left alone', async () => {
    here.core.store.close()
    const path = join(here.dataDir, 'sandbox.db')
    writeFileSync(path, 'This is a letter, not a database. '.repeat(100))
    await expect(startSandboxNetwork({ dataDir: here.dataDir })).rejects.toThrow(/not a database/)
    expect(statSync(path).size).toBe(3400)
  })

  it.each([6, SCHEMA_VERSION + 1])(
    'refuses a folder of version %i, and leaves it as it is',
    (other) => {
      here.core.store.close()
      const path = join(here.dataDir, 'sandbox.db')
      const version = (set?: number) => {
        const db = new DatabaseSync(path)
        if (set) db.exec(`PRAGMA user_version = ${set}`)
        const row = db.prepare('PRAGMA user_version').get()
        db.close()
        return row?.user_version
      }
      version(other)
      expect(() => openStore(here.dataDir)).toThrow(/another version/)
      expect(version()).toBe(other)
    },
  )

  it('brings a folder of version 7 up to date', () => {
    here.core.store.close()
    const old = new DatabaseSync(join(here.dataDir, 'sandbox.db'))
    old.exec('ALTER TABLE contact DROP COLUMN hidden; ALTER TABLE contact DROP COLUMN username')
    old.exec("INSERT INTO contact (owner, number) VALUES ('siti', '60123456789')")
    old.exec('PRAGMA user_version = 7')
    old.close()
    openStore(here.dataDir).close()
    const now = new DatabaseSync(join(here.dataDir, 'sandbox.db'))
    const contact = now.prepare('SELECT number, hidden, username FROM contact').get()
    now.close()
    expect(contact).toEqual({ number: '60123456789', hidden: 0, username: '' })
  })
})
