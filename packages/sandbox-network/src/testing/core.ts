import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock, type FakeClock } from '@kirim/testing/fake-clock'
import { type BinaryNode, Curve } from 'baileys'
import { afterEach, beforeEach } from 'vitest'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import { openCore } from '../core.ts'
import { makeIdentity } from '../signal/identity.ts'
import type { Companion, DeviceAddress } from '../store/companions.ts'
import type { NewMessage } from '../store/messages.ts'

/** What a network remembers and works with, without its ports, and a clock turned by hand. */
export interface TestCore {
  core: Core
  clock: FakeClock
  dataDir: string
  faults: Error[]
  /** Closes the store and opens what it remembers. */
  reopen(): void
}

export const PHONE = '60111000111'
export const CONTACT = '60123456789'
export const OTHER = '60123456788'
export const jid = (number: string): string => `${number}@s.whatsapp.net`

/** A new one for each test, with one phone. */
export function useCore(): TestCore {
  const here = {} as TestCore
  const open = () => {
    const { clock, dataDir, faults } = here
    here.core = openCore({
      dataDir,
      clock: {
        now: clock.now,
        after: (ms, run) => {
          const cancel = clock.after(ms, run)
          return { cancel: () => void cancel() }
        },
      },
      onFault: (error) => faults.push(error),
      mediaLimitBytes: 1000,
    })
  }
  beforeEach(() => {
    Object.assign(here, {
      clock: createFakeClock(),
      dataDir: mkdtempSync(join(tmpdir(), 'sandbox-core-')),
      faults: [],
      reopen() {
        here.core.store.close()
        open()
      },
    })
    open()
    here.core.phones.create({ owner: 'owner', name: 'Aina', number: PHONE }, here.clock.now())
  })
  afterEach(() => {
    try {
      here.core.store.close()
    } catch {
      // The test has closed it.
    }
    rmSync(here.dataDir, { recursive: true, force: true })
  })
  return here
}

/** A line that hears everything and says nothing, unless `answer` does. */
export interface HeardConnection extends Connection {
  heard: BinaryNode[]
  /** The last stanza, after which it was closed. */
  ended: BinaryNode | undefined
}

export function heardConnection(
  answer: (node: BinaryNode) => Promise<BinaryNode> = () => new Promise(() => {}),
): HeardConnection {
  const line: HeardConnection = {
    clientKey: randomBytes(32),
    ready: false,
    silent: false,
    open: true,
    heard: [],
    ended: undefined,
    send: (node) => void line.heard.push(node),
    sendEncoded: () => void line.heard.push({ tag: 'encoded', attrs: {} }),
    sendBare: () => {},
    request: answer,
    end(node) {
      line.ended = node
    },
    cut() {},
  }
  return line
}

/** A linked device with keys of its own, as it has left them with the network. */
export function linkedDevice(core: Core, device = 1, phone = PHONE): Companion & OwnKeys {
  const { identity, signed } = makeIdentity()
  const noiseKey = randomBytes(32)
  const { public: signedPublic, signature } = signed
  const keys = {
    registrationId: 7,
    identity: identity.public,
    signed: { id: 1, public: signedPublic, signature },
  }
  core.companions.add({ phone, device, noiseKey, ...keys }, core.clock.now())
  return { phone, device, noiseKey, bootstrapped: false, ...keys, own: identity }
}

interface OwnKeys {
  own: ReturnType<typeof makeIdentity>['identity']
}

export const prekeys = (...ids: number[]) =>
  ids.map((id) => ({ id, public: Buffer.from(Curve.generateKeyPair().public) }))

/** What waits for a device, oldest first. */
export const queued = ({ store }: Core, { phone, device }: DeviceAddress) =>
  store.all<{ class: string; id: string; peer: string; kind: string }>(
    'SELECT class, id, peer, kind FROM queue WHERE phone = ? AND device = ? ORDER BY seq',
    phone,
    device,
  )

/** A text to a contact, as a linked device has sent it. */
export const sentText = (id: string, more: Partial<NewMessage> = {}): NewMessage => ({
  phone: PHONE,
  contact: CONTACT,
  direction: 'to-contact',
  id,
  kind: 'text',
  text: `text of ${id}`,
  media: undefined,
  content: Buffer.alloc(0),
  at: 1,
  status: 'sent',
  addressing: 'pn',
  dueAt: undefined,
  author: null,
  ...more,
})

/** Connects a device, so that what is posted to it is heard. */
export function connected(core: Core, address: DeviceAddress): HeardConnection {
  const line = heardConnection()
  core.live.put(address, line)
  line.ready = true
  return line
}
