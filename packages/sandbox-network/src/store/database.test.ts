import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSandboxNetwork } from '../network.ts'
import { SCHEMA_STEPS } from './schema.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-schema-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('a folder from before there were groups opens with its chats, and takes groups', async () => {
  const old = new DatabaseSync(join(dataDir, 'sandbox.db'))
  old.exec(`${SCHEMA_STEPS[0]}
    INSERT INTO account (number, lid, name) VALUES ('60111000111', '1', 'Aina'), ('60123456789', '2', 'Ben');
    INSERT INTO phone (number, owner, created_at) VALUES ('60111000111', 'o', 1);
    INSERT INTO message (phone, contact, direction, id, kind, text, content, at, status, addressing)
      VALUES ('60111000111', '60123456789', 'from-contact', 'A', 'text', 'Hello', x'', 1, 'sent', 'pn');
    PRAGMA user_version = 1`)
  old.close()
  for (let round = 0; round < 2; round++) {
    const network = await startSandboxNetwork({ dataDir })
    expect(network.chats('60111000111')).toMatchObject([
      { contact: { name: 'Ben' }, last: { text: 'Hello', author: '60123456789' }, unread: 1 },
    ])
    network.createGroup({ owner: '60111000111', subject: 'New', members: ['60123456789'] })
    expect(network.groups('60111000111')).toHaveLength(round + 1)
    await network.stop()
  }
})
