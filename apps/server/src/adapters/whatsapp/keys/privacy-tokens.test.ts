import {
  addTransactionCapability,
  type SignalDataSet,
  type SignalKeyStore,
  type WASocket,
} from 'baileys'
import { expect, test } from 'vitest'
import { silentLogger } from '../connection/socket-config.ts'
import { currentChat } from './parallel-chats.ts'
import { keepIssuedTokens } from './privacy-tokens.ts'

const PERSON = '111@lid'
const ISSUED = { token: Buffer.alloc(0), senderTimestamp: 1 }

function setUp() {
  const stored: SignalDataSet[] = []
  const store: SignalKeyStore = {
    get: (_type, ids) => Object.fromEntries(ids.flatMap((id) => found(id))),
    set: async (data) => {
      stored.push(data)
    },
  }
  const found = (id: string) =>
    stored.flatMap(({ tctoken }) => (tctoken?.[id] ? [[id, tctoken[id]]] : []))
  const limits = { maxCommitRetries: 1, delayBetweenTriesMs: 1 }
  const keys = addTransactionCapability(store, silentLogger, limits)
  const socket = { authState: { creds: {}, keys } }
  keepIssuedTokens(socket as unknown as Pick<WASocket, 'authState'>)
  return { keys, stored }
}

test('that a person was given a token is kept, though their message has left by then', async () => {
  const { keys, stored } = setUp()
  const sent = Promise.withResolvers<void>()
  let issuing = Promise.resolve()
  await currentChat.run(PERSON, () =>
    keys.transaction(async () => {
      expect(await keys.get('tctoken', [PERSON])).toEqual({})
      await keys.set({ 'sender-key-memory': { group: {} } })
      issuing = sent.promise.then(() =>
        keys.set({ tctoken: { [PERSON]: ISSUED, __index: { token: Buffer.from('[]') } } }),
      )
    }, 'me'),
  )
  sent.resolve()
  await issuing
  expect(stored).toEqual([
    { 'sender-key-memory': { group: {} } },
    { tctoken: { [PERSON]: ISSUED } },
  ])
  const next = await currentChat.run(PERSON, () =>
    keys.transaction(() => Promise.resolve(keys.get('tctoken', [PERSON])), 'me'),
  )
  expect(next).toEqual({ [PERSON]: ISSUED })
})

test('the list of these people is kept where the driver itself writes it', async () => {
  const { keys, stored } = setUp()
  await keys.set({ tctoken: { __index: { token: Buffer.from('[]') } } })
  expect(stored).toEqual([{ tctoken: { __index: { token: Buffer.from('[]') } } }])
})
