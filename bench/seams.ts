import { randomBytes } from 'node:crypto'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import {
  type AuthenticationState,
  addTransactionCapability,
  DEFAULT_CONNECTION_CONFIG,
  type SignalAuthState,
} from 'baileys'
import libsignalCrypto from 'libsignal/src/crypto.js'
import libsignalCurve from 'libsignal/src/curve.js'
import { silentLogger } from '../apps/server/src/adapters/whatsapp/connection/socket-config.ts'
import { useKeyObjects } from '../apps/server/src/adapters/whatsapp/driver/signal-crypto.ts'
import { createFreshAuthState } from '../apps/server/src/adapters/whatsapp/keys/auth-state.ts'
import { createStore, startServer } from './support/bench-server.ts'
import { onNetwork, pause, reaching, rounded } from './support/frame.ts'
import { linkNumber } from './support/linked-number.ts'
import { memoryOf } from './support/process-figures.ts'
import { report } from './support/report.ts'

/**
 * Measures the gain of the runtime changes to the driver that serve performance alone
 * (`docs/driver.md`), alternately with and without them: the processor time to encrypt and decrypt
 * a message, and the memory of the server after a start and once numbers are linked.
 * `npm run bench seams [messages] [numbers] [turns] [quiet ms]`
 */
const [MESSAGES = 400, NUMBERS = 20, TURNS = 3, QUIET_MS = 20_000] = process.argv
  .slice(2)
  .map(Number)

const WITHOUT_SAVING = `--import=data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8'
  import { syncBuiltinESMExports } from 'node:module'
  v8.setFlagsFromString = () => {}
  syncBuiltinESMExports()
`)}`
const rows: object[] = []

function person(user: string) {
  const { state } = createFreshAuthState()
  const capability = { maxCommitRetries: 1, delayBetweenTriesMs: 0 }
  const keys = addTransactionCapability(state.keys, silentLogger, capability)
  const auth: SignalAuthState = { creds: state.creds, keys }
  const make = DEFAULT_CONNECTION_CONFIG.makeSignalRepository
  return { jid: `${user}@s.whatsapp.net`, state, repository: make(auth, silentLogger) }
}

type Person = ReturnType<typeof person>

const publicKey = (key: Uint8Array) => Buffer.concat([Buffer.of(5), key])

function sessionOf({
  signedIdentityKey,
  signedPreKey,
  registrationId,
}: AuthenticationState['creds']) {
  return {
    registrationId,
    identityKey: publicKey(signedIdentityKey.public),
    signedPreKey: {
      keyId: signedPreKey.keyId,
      publicKey: publicKey(signedPreKey.keyPair.public),
      signature: signedPreKey.signature,
    },
  }
}

async function write(from: Person, to: Person, data: Uint8Array): Promise<void> {
  const encrypted = await from.repository.encryptMessage({ jid: to.jid, data })
  await to.repository.decryptMessage({ jid: from.jid, ...encrypted })
}

async function measureMessages(): Promise<void> {
  const original = { ...libsignalCrypto }
  const originalCurve = { ...libsignalCurve }
  const data = randomBytes(160)
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const keyObjects of [true, false]) {
      if (keyObjects) useKeyObjects()
      else {
        Object.assign(libsignalCrypto, original)
        Object.assign(libsignalCurve, originalCurve)
      }
      // A session grows with each answer.
      const [one, other] = [person('60131000001'), person('60131000002')]
      const session = sessionOf(other.state.creds)
      await one.repository.injectE2ESession({ jid: other.jid, session })
      const before = process.cpuUsage()
      for (let n = 0; n < MESSAGES; n += 2) {
        await write(one, other, data)
        await write(other, one, data)
      }
      const { user, system } = process.cpuUsage(before)
      const cpuMs = rounded((user + system) / 1000 / MESSAGES, 2)
      rows.push({ what: 'message', with: keyObjects, cpuMs })
    }
  }
}

async function measureMemory(network: SandboxNetwork): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const saving of [true, false]) {
      const store = reaching(await createStore('SQLite'), network)
      const env = { ...store.env, ...(!saving && { NODE_OPTIONS: WITHOUT_SAVING }) }
      const server = await startServer({ ...store, env }, { metered: false })
      await pause(QUIET_MS)
      const { rssMb: startedMb } = memoryOf(server.pid)
      for (let n = 0; n < NUMBERS; n += 1) await linkNumber(server, network)
      await pause(QUIET_MS)
      const { rssMb: linkedMb } = memoryOf(server.pid)
      rows.push({ what: 'memory', with: saving, startedMb, linkedMb })
      await server.stop()
      store.remove()
    }
  }
}

await onNetwork(async (network) => {
  await measureMessages()
  await measureMemory(network)
  report('seams', rows)
})
