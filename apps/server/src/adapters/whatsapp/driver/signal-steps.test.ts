import {
  addTransactionCapability,
  DEFAULT_CONNECTION_CONFIG,
  generateSignalPubKey,
  initAuthCreds,
} from 'baileys'
import { expect, test } from 'vitest'
import { createGates } from '../../../testing/gates.ts'
import { silentLogger } from '../connection/socket-config.ts'
import { createFreshAuthState } from '../keys/auth-state.ts'
import { serializeSessions } from '../keys/signal-order.ts'
import { keepStepsApart } from './signal-steps.ts'

const PERSON = '60131000001@s.whatsapp.net'
const ADDRESS = '60131000001.0'
const RETRIES = { maxCommitRetries: 1, delayBetweenTriesMs: 0 }

keepStepsApart()

/** A device of ours; reading a session takes as long as the test wants. */
function openDevice() {
  const { state } = createFreshAuthState()
  const gates = createGates()
  const { get } = state.keys
  const stored = async () => (await get('session', [ADDRESS]))[ADDRESS]
  state.keys.get = async (type, ids) => {
    if (type === 'session') await gates.pass()
    return get(type, ids)
  }
  const keys = addTransactionCapability(state.keys, silentLogger, RETRIES)
  const repository = serializeSessions(
    DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: state.creds, keys }, silentLogger),
  )
  return {
    letAll: gates.letAll,
    stored,
    begin: () => repository.injectE2ESession({ jid: PERSON, session: keysOfPerson() }),
    encrypt: () => repository.encryptMessage({ jid: PERSON, data: Buffer.from('harga') }),
  }
}

function keysOfPerson() {
  const { registrationId, signedIdentityKey, signedPreKey, noiseKey } = initAuthCreds()
  return {
    registrationId,
    identityKey: generateSignalPubKey(signedIdentityKey.public),
    signedPreKey: {
      keyId: signedPreKey.keyId,
      publicKey: generateSignalPubKey(signedPreKey.keyPair.public),
      signature: signedPreKey.signature,
    },
    preKey: { keyId: 1, publicKey: generateSignalPubKey(noiseKey.public) },
  }
}

type Device = ReturnType<typeof openDevice>

async function begun({ begin, letAll }: Device): Promise<void> {
  const beginning = begin()
  await letAll()
  await beginning
}

/** What `two` does last waits behind `one`, which waited behind what `two` did before. */
async function inTurns(one: Device, two: Device, last: () => Promise<unknown>): Promise<void> {
  const first = two.encrypt()
  const between = one.encrypt()
  await two.letAll()
  await first
  const waiting = last()
  await one.letAll()
  await between
  await two.letAll()
  await waiting
}

test('the keys of each message are stored, whoever else writes to the same person', async () => {
  const [one, two] = [openDevice(), openDevice()]
  await Promise.all([one, two].map(begun))
  await inTurns(one, two, two.encrypt)
  expect(JSON.stringify(await one.stored())).toContain('"counter":0')
  expect(JSON.stringify(await two.stored())).toContain('"counter":1')
})

test('so is a session that begins anew', async () => {
  const [one, two] = [openDevice(), openDevice()]
  await Promise.all([one, two].map(begun))
  const before = await two.stored()
  await inTurns(one, two, two.begin)
  const sessions = (record: unknown) => Object.keys(Reflect.get(Object(record), '_sessions'))
  expect(sessions(await two.stored())).toHaveLength(sessions(before).length + 1)
})
