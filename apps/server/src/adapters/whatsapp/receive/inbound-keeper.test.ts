import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  proto,
  type SignalAuthState,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
  type WASocket,
} from 'baileys'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLogger } from '../connection/socket-config.ts'
import { createInboundKeeper } from './inbound-keeper.ts'
import type { Inbound } from './read-inbound.ts'
import type { Vote } from './votes.ts'

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const PERSON = '60131000001@s.whatsapp.net'

afterEach(() => vi.restoreAllMocks())

/** A keeper on a socket with unencrypted messages. */
function openKeeper() {
  const kept: Inbound[] = []
  const begun: string[] = []
  const votes: Vote[] = []
  const noted: proto.Message.IHistorySyncNotification[] = []
  const ws = new EventEmitter()
  const inner = {
    decryptMessage: async ({ ciphertext }: { ciphertext: Uint8Array }) => ciphertext,
    lidMapping: { getLIDForPN: async () => null },
  }
  const inTransaction = new AsyncLocalStorage<true>()
  const auth = {
    keys: { transaction: <T>(task: () => Promise<T>) => inTransaction.run(true, task) },
  }
  vi.spyOn(DEFAULT_CONNECTION_CONFIG, 'makeSignalRepository').mockReturnValue(
    inner as unknown as SignalRepositoryWithLIDStore,
  )
  const keeper = createInboundKeeper(
    async (message) => {
      kept.push(message)
      begun.push(inTransaction.getStore() ? 'in a transaction' : 'by itself')
    },
    async () => void begun.push(inTransaction.getStore() ? 'in a transaction' : 'by itself'),
    async (vote) => void votes.push(vote),
    { read: () => {}, onUnreadable: () => {} },
    { keepOwn: async (part) => void noted.push(part) },
  )
  const repository = keeper.makeSignalRepository(auth as unknown as SignalAuthState, silentLogger)
  keeper.watch({ ws, authState: { creds: { me: ME } } } as unknown as WASocket)
  return {
    kept,
    votes,
    keepWithheld: keeper.keepWithheld,
    begun,
    noted,
    arrive: (attrs: Record<string, string>, content: BinaryNode[]) =>
      ws.emit('CB:message', { tag: 'message', attrs: { t: '1763700000', ...attrs }, content }),
    decrypt: (ciphertext: Uint8Array) =>
      repository.decryptMessage({ jid: PERSON, type: 'msg', ciphertext }),
  }
}

/** With the padding of messages. */
const padded = (message: proto.IMessage) =>
  Buffer.concat([proto.Message.encode(message).finish(), Buffer.from([1])])
const enc = (content: Uint8Array): BinaryNode => ({ tag: 'enc', attrs: {}, content })

test('a message that came without its content is kept once the phone has sent it again', async () => {
  const { kept, arrive, decrypt } = openKeeper()
  arrive({ id: 'A', from: '77@lid', sender_pn: PERSON, notify: 'Farah' }, [
    { tag: 'unavailable', attrs: {} },
  ])
  const webMessageInfoBytes = proto.WebMessageInfo.encode({
    key: { id: 'A', remoteJid: '77@lid', fromMe: false },
    pushName: 'Farah',
    message: { conversation: 'harga' },
  }).finish()
  const answer = padded({
    protocolMessage: {
      peerDataOperationRequestResponseMessage: {
        peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
      },
    },
  })
  arrive({ id: 'P', from: '60111111111@s.whatsapp.net', category: 'peer' }, [enc(answer)])
  await decrypt(answer)
  expect(kept).toMatchObject([
    { messageId: 'A', senderJid: '77@lid', senderName: 'Farah', text: 'harga' },
  ])
})

test('a message is kept before the driver has it', async () => {
  const { kept, arrive, decrypt } = openKeeper()
  const message = padded({ conversation: 'harga' })
  arrive({ id: 'A', from: PERSON }, [enc(message)])
  expect(await decrypt(message)).toBe(message)
  expect(kept).toMatchObject([{ messageId: 'A', text: 'harga' }])
})

test('what a message or a change of one begins is in no transaction of the driver', async () => {
  const { begun, arrive, decrypt } = openKeeper()
  const key = { id: 'A', remoteJid: PERSON, fromMe: true }
  const type = proto.Message.ProtocolMessage.Type.REVOKE
  for (const content of [{ conversation: 'harga' }, { protocolMessage: { key, type } }]) {
    const message = padded(content)
    arrive({ id: 'A', from: PERSON }, [enc(message)])
    await decrypt(message)
  }
  expect(begun).toEqual(['by itself', 'by itself'])
})

const historyShared = (part: proto.Message.IHistorySyncNotification): proto.IMessage => ({
  protocolMessage: {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: part,
  },
})

test.each(['60111111111@s.whatsapp.net', '900@lid'])(
  'a part of the history that comes from the own phone, %s, is noted',
  async (from) => {
    const { noted, arrive, decrypt } = openKeeper()
    const message = padded(historyShared({ directPath: '/part' }))
    arrive({ id: 'H', from, category: 'peer' }, [enc(message)])
    expect(await decrypt(message)).toBe(message)
    expect(noted).toMatchObject([{ directPath: '/part' }])
  },
)

const theirs = historyShared({ directPath: '/part' })
test.each<[string, proto.IMessage]>([
  ['alone', theirs],
  ['in a message that disappears', { ephemeralMessage: { message: theirs } }],
  ['as if from another device', { deviceSentMessage: { message: theirs } }],
  ['with words', { ...theirs, conversation: 'harga' }],
])('one that comes from somebody else, %s, is nothing to the driver', async (_how, content) => {
  const { noted, arrive, decrypt } = openKeeper()
  const message = padded(content)
  arrive({ id: 'H', from: PERSON, category: 'peer' }, [enc(message)])
  expect(unpadRandomMax16(await decrypt(message))).toEqual(new Uint8Array())
  expect(noted).toEqual([])
})
