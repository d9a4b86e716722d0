import type { SignalRepositoryWithLIDStore } from 'baileys'
import { describe, expect, test } from 'vitest'
import { encryptionContext, serializeSessions, storesInBackground } from './signal-order.ts'

const JID = '60131000001@s.whatsapp.net'

/** A repository of sessions that notes what is done with them, in order. */
function setUp() {
  const done: string[] = []
  const reading = Promise.withResolvers<void>()
  const repository = serializeSessions({
    lidMapping: { getLIDForPN: async () => null },
    async encryptMessage() {
      done.push(storesInBackground.getStore() ? 'encrypted' : 'encrypted and stored')
      return { type: 'msg', ciphertext: new Uint8Array() }
    },
    async decryptMessage() {
      done.push(storesInBackground.getStore() ? 'reading, stored later' : 'reading')
      await reading.promise
      done.push('read')
      return new Uint8Array()
    },
    processSenderKeyDistributionMessage: async () => void done.push('key stored'),
  } as unknown as SignalRepositoryWithLIDStore)
  const noted = (what: string) => async () => void done.push(what)
  const encrypt = (ahead?: { moment(): Promise<void>; confirm(): Promise<void> }) =>
    encryptionContext.run(
      { before: noted('asked'), after: noted('ready'), ...(ahead && { ahead }) },
      async () => {
        await repository.encryptMessage({ jid: JID, data: new Uint8Array() })
        done.push('leaves')
      },
    )
  const read = () =>
    repository.decryptMessage({ jid: JID, type: 'msg', ciphertext: new Uint8Array() })
  const settled = () => new Promise((next) => setImmediate(next))
  const takeKey = (groupId: string) =>
    repository.processSenderKeyDistributionMessage({ authorJid: JID, item: { groupId } })
  return { done, reading, noted, encrypt, read, takeKey, settled }
}

test('a message is asked about, encrypted and ready, in that order', async () => {
  const { done, encrypt } = setUp()
  await encrypt()
  expect(done).toEqual(['asked', 'encrypted', 'ready', 'leaves'])
})

test('one that is encrypted ahead waits for its moment and is asked about then; what its person writes meanwhile is kept first', async () => {
  const { done, reading, noted, encrypt, read, settled } = setUp()
  const moment = Promise.withResolvers<void>()
  const sending = encrypt({ moment: () => moment.promise, confirm: noted('asked at last') })
  await settled()
  const kept = read()
  await settled()
  expect(done).toEqual(['asked', 'encrypted', 'ready', 'reading'])
  moment.resolve()
  await settled()
  reading.resolve()
  await Promise.all([sending, kept])
  expect(done.slice(4)).toEqual(['read', 'asked at last', 'leaves'])
})

test('one that is refused at its moment does not leave', async () => {
  const { done, encrypt } = setUp()
  const refused = encrypt({
    moment: async () => {},
    confirm: () => Promise.reject(new Error('It may no longer be sent.')),
  })
  await expect(refused).rejects.toThrow('no longer')
  expect(done).not.toContain('leaves')
})

test('a key for a group of a name that nobody has is not stored', async () => {
  const { done, takeKey } = setUp()
  await takeKey('120363000000000000@g.us')
  await expect(takeKey(`${'1'.repeat(6000)}@g.us`)).rejects.toThrow('no group')
  expect(done).toEqual(['key stored'])
})

describe('steps of one person’s session', () => {
  /** Steps that end when the test lets them. */
  function steps(lids: Record<string, string> = {}) {
    const log: string[] = []
    const gates = new Map<string, () => void>()
    const step = async ({ jid }: { jid: string }) => {
      log.push(`begin ${jid}`)
      await new Promise<void>((done) => gates.set(jid, done))
      log.push(`end ${jid}`)
      if (jid.startsWith('broken')) throw new Error('no session')
      return new Uint8Array()
    }
    const inner = {
      decryptMessage: step,
      encryptMessage: step,
      lidMapping: { getLIDForPN: async (pn: string) => lids[pn] ?? null },
    }
    const ordered = serializeSessions(inner as unknown as SignalRepositoryWithLIDStore)
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    return {
      log,
      turn,
      read: (jid: string) =>
        ordered.decryptMessage({ jid, type: 'msg', ciphertext: new Uint8Array() }),
      write: (jid: string) => ordered.encryptMessage({ jid, data: new Uint8Array() }),
      async end(jid: string) {
        gates.get(jid)?.()
        await turn()
      },
    }
  }
  const [pn, lid] = ['60123456789@s.whatsapp.net', '777:2@lid']

  test('come one after the other, also across their two identities', async () => {
    const { log, turn, read, write, end } = steps({ [pn]: lid })
    void write(pn)
    await turn()
    void read(lid)
    await turn()
    expect(log).toEqual([`begin ${pn}`])
    await end(pn)
    expect(log).toEqual([`begin ${pn}`, `end ${pn}`, `begin ${lid}`])
    await end(lid)
  })

  test('do not wait for somebody else, nor for one that failed', async () => {
    const { log, turn, read, end } = steps()
    const failed = read('broken@lid').catch(({ message }: Error) => message)
    void read('1@lid')
    await turn()
    expect(log).toEqual(['begin broken@lid', 'begin 1@lid'])
    await end('broken@lid')
    expect(await failed).toBe('no session')
    void read('broken@lid').catch(() => {})
    await turn()
    expect(log.at(-1)).toBe('begin broken@lid')
    await end('broken@lid')
    await end('1@lid')
  })
})
