import {
  type AuthenticationCreds,
  addTransactionCapability,
  DEFAULT_CONNECTION_CONFIG,
} from 'baileys'
import { expect, test } from 'vitest'
import { silentLogger } from '../connection/socket-config.ts'
import { createFreshAuthState } from './auth-state.ts'
import { trimSession } from './trim-session.ts'

function person(user: string) {
  const { state, pieces } = createFreshAuthState()
  const capability = { maxCommitRetries: 1, delayBetweenTriesMs: 0 }
  const keys = addTransactionCapability(state.keys, silentLogger, capability)
  const auth = { creds: state.creds, keys }
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, silentLogger)
  const stored = () => pieces().find(({ kind }) => kind === 'session')?.value ?? ''
  return { jid: `${user}@s.whatsapp.net`, creds: state.creds, repository, stored }
}
type Person = ReturnType<typeof person>

const publicKey = (key: Uint8Array) => Buffer.concat([Buffer.of(5), key])

function sessionOf({ registrationId, signedIdentityKey, signedPreKey }: AuthenticationCreds) {
  const { keyId, keyPair, signature } = signedPreKey
  return {
    registrationId,
    identityKey: publicKey(signedIdentityKey.public),
    signedPreKey: { keyId, publicKey: publicKey(keyPair.public), signature },
  }
}

async function write(from: Person, to: Person, text: string) {
  const data = Buffer.from(text)
  const message = await from.repository.encryptMessage({ jid: to.jid, data })
  return async () =>
    Buffer.from(await to.repository.decryptMessage({ jid: from.jid, ...message })).toString()
}

test('a session with somebody who answers all the time does not grow, and reads what comes late', async () => {
  const [one, other] = [person('60131000001'), person('60131000002')]
  const session = sessionOf(other.creds)
  await one.repository.injectE2ESession({ jid: other.jid, session })
  const answer = async (n: number) => {
    await (await write(one, other, `question ${n}`))()
    await (await write(other, one, `answer ${n}`))()
  }
  for (let n = 0; n < 5; n += 1) await answer(n)
  const late = await write(other, one, 'late')
  await (await write(other, one, 'in time'))()
  for (let n = 0; n < 60; n += 1) await answer(n)
  const length = one.stored().length
  for (let n = 0; n < 60; n += 1) await answer(n)
  expect(one.stored().length).toBeLessThan(length * 1.05)
  expect(await late()).toBe('late')
  const last = await write(other, one, 'last')
  expect(await last()).toBe('last')
  await expect(last()).rejects.toThrow()
  await answer(0)
})

test('what is no record of sessions is left as it is', () => {
  const other = { version: 'v1' }
  expect(trimSession(other)).toBe(other)
})
