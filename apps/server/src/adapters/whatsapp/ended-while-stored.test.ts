import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import type {
  CredentialPiece,
  CredentialStore,
  DeviceSession,
} from '../../features/devices/devices.ports.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { startLinkNetwork } from '../../testing/link-network.ts'
import { messagesReceivedBy } from '../../testing/linked-number.ts'
import { createWhatsAppNetwork } from './whatsapp-network.ts'

const CONTACT = '60123456789'

/** Keeps credentials; while it is held, sessions take for ever to be stored. */
function heldStore() {
  const kept = new Map<string, string>()
  const released = Promise.withResolvers<void>()
  const place = ({ kind, name }: Omit<CredentialPiece, 'value'>) => `${kind}/${name}`
  const keep = (pieces: readonly CredentialPiece[]) => {
    for (const piece of pieces) kept.set(place(piece), piece.value ?? '')
  }
  let isHeld = false
  let waiting = 0
  const store: CredentialStore = {
    async read(_device, kind, names) {
      const found = names.map((name) => [name, kept.get(place({ kind, name })) ?? ''] as const)
      return new Map(found.filter(([, value]) => value !== ''))
    },
    async write(_device, pieces) {
      if (isHeld && pieces.some(({ kind }) => kind === 'session')) {
        waiting += 1
        await released.promise
      }
      keep(pieces)
    },
  }
  return {
    ...{ store, keep, hold: () => (isHeld = true), release: released.resolve },
    waiting: () => waiting,
    sessions: () => [...kept].filter(([name]) => name.startsWith('session/')),
  }
}

function openNetwork({ url, rootKey }: SandboxNetwork, credentials: CredentialStore) {
  return createWhatsAppNetwork({
    address: () => ({ url, rootKey }),
    fixedVersion: null,
    isLive: false,
    proxyOf: async () => null,
    goThrough: () => Promise.reject(new Error('There is no proxy.')),
    versions: { read: async () => null, write: async () => {} },
    credentials,
    sentMessages: { find: async () => null, chatsOf: async () => new Map() },
    clock: systemClock,
    log: createLog('silent'),
    onReceipts: async () => {},
    onOverload: () => {},
    onName: () => {},
    onSign: () => {},
    onNewerClient: () => {},
    onInboundChange: async () => {},
    onCall: async () => {},
    onInbound: async () => {},
  })
}

/** A linked number, of whose sessions one follows the other. */
async function startNumber() {
  const { network, link, stop } = await startLinkNetwork()
  onTestFinished(stop)
  const { number } = network.createPhone({ owner: 'test', name: 'Kedai Siti' })
  const held = heldStore()
  await new Promise<void>((paired) => {
    link(
      {
        onQr: ({ text }) => void network.scan(text, number),
        onPairingCode: () => {},
        onPasskey: () => {},
        onPaired: (_identity, credentials) => {
          held.keep(credentials)
          paired()
        },
        onEnded: () => {},
      },
      { phoneNumber: null, deviceId: null },
    )
  })
  const ours = openNetwork(network, held.store)
  return {
    ...held,
    open: () =>
      new Promise<DeviceSession>((opened) => {
        const session = ours.open('device', {
          onOpen: () => opened(session),
          onRenamed: () => {},
          onForgedKey: () => {},
          onNewChats: () => {},
          onClosed: () => {},
        })
      }),
    say: (text: string, lastWord: () => Promise<null> = async () => null) =>
      ours.send(
        'device',
        { messageId: `3EB0${text}`, jid: `${CONTACT}@s.whatsapp.net`, text, media: null },
        lastWord,
      ),
    heard: () => messagesReceivedBy(network, number, CONTACT),
  }
}

test('a message whose keys are being stored when its session is closed never leaves', async () => {
  const { open, say, heard, hold, waiting, release } = await startNumber()
  const session = await open()
  expect(await say('first')).toEqual({ kind: 'accepted' })
  hold()
  const second = say('second')
  await until('its keys are being stored', () => waiting() > 1)
  const closing = session.close()
  release()
  await closing
  expect(await second).toEqual({ kind: 'unknown', lost: true })
  expect(heard()).toEqual(['first'])
})

test('a session that is over stores nothing over the keys of the next one', async () => {
  const { open, say, heard, sessions } = await startNumber()
  const session = await open()
  await say('first')
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()]
  const late = say('late', () => {
    asked.resolve()
    return answered.promise
  }).catch(() => 'not sent')
  await asked.promise
  await session.close()
  const next = await open()
  for (const text of ['second', 'third']) await say(text)
  const before = sessions()
  answered.resolve(null)
  expect(await late).toBe('not sent')
  await new Promise(setImmediate)
  expect(sessions()).toEqual(before)
  expect(heard()).toEqual(['first', 'second', 'third'])
  await next.close()
})
