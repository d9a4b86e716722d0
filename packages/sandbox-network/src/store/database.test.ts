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

it('a folder of the version before groups opens with its chats, and accepts groups', async () => {
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
      {
        contact: { name: '', number: '60123456789' },
        last: { text: 'Hello', author: '60123456789' },
        unread: 1,
      },
    ])
    network.createGroup({ owner: '60111000111', subject: 'New', members: ['60123456789'] })
    expect(network.groups('60111000111')).toHaveLength(round + 1)
    await network.stop()
  }
})

it('global settings go to the owners who know the contact, and phones keep their names', async () => {
  const old = new DatabaseSync(join(dataDir, 'sandbox.db'))
  old.exec(`${SCHEMA_STEPS[0]} ${SCHEMA_STEPS[1]}
    INSERT INTO account (number, lid, name, registered, online, reads, refusal) VALUES
      ('60111000111', '1', 'Aina', 1, 1, 1, NULL), ('60111000222', '2', 'Kedai', 1, 1, 1, NULL),
      ('60123456789', '3', 'Ben', 0, 0, 1, 463), ('60123456788', '4', 'Citra', NULL, 1, 0, NULL);
    INSERT INTO phone (number, owner, created_at) VALUES ('60111000111', 'one', 1), ('60111000222', 'two', 1);
    INSERT INTO message (phone, contact, direction, id, kind, text, content, at, status, addressing)
      VALUES ('60111000111', '60123456789', 'from-contact', 'A', 'text', 'Hello', x'', 1, 'sent', 'pn');
    INSERT INTO chat_group VALUES ('1@g.us', 'Kawan', '60111000222', 'lid', 1);
    INSERT INTO group_member VALUES ('1@g.us', '60111000222'), ('1@g.us', '60123456788');
    PRAGMA user_version = 2`)
  old.close()
  const network = await startSandboxNetwork({ dataDir })
  const plain = { name: '', registered: true, online: true, reads: true }
  expect(network.contact('60111000111', '60123456789')).toMatchObject({
    name: '',
    registered: false,
    online: false,
    refusal: 463,
  })
  expect(network.contact('60111000222', '60123456789')).toMatchObject(plain)
  expect(network.contact('60111000222', '60123456788')).toMatchObject({ ...plain, reads: false })
  expect(network.contact('60111000111', '60123456788')).toMatchObject(plain)
  expect(network.listPhones('one')).toMatchObject([{ name: 'Aina' }])
  expect(network.contact('60111000111', '60111000222')).toMatchObject(plain)
  await network.stop()
})
