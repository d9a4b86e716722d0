import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { onTestFinished } from 'vitest'
import { createWhatsAppNetwork } from '../adapters/whatsapp/whatsapp-network.ts'
import type { Close } from '../features/devices/closes.ports.ts'
import type {
  CredentialPiece,
  CredentialStore,
  DeviceSession,
} from '../features/devices/devices.ports.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { startLinkNetwork } from './link-network.ts'
import { messagesReceivedBy } from './linked-number.ts'
import { silentHistory } from './silent-history.ts'

const CONTACT = '60123456789'

/** Keeps credentials; while it is held, storing a session never ends. */
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

function openNetwork(
  { url, rootKey }: SandboxNetwork,
  credentials: CredentialStore,
  mayBeReplaced: () => boolean,
) {
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
    mayBeReplaced,
    onInboundChange: async () => {},
    history: silentHistory,
    onVote: async () => {},
    onTyping: () => {},
    onReadOnPhone: () => {},
    onCall: async () => {},
    onInbound: async () => {},
  })
}

/** A linked number under the real driver alone, of whose sessions one follows the other. */
export async function startDrivenNumber() {
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
  /** Opens sessions as one server; several have the same credentials. */
  const server = (mayBeReplaced = () => false) => {
    const driver = openNetwork(network, held.store, mayBeReplaced)
    const open = (onClosed: (close: Close) => void = () => {}) =>
      new Promise<DeviceSession>((opened) => {
        const session = driver.open('device', {
          onOpen: () => opened(session),
          onRenamed: () => {},
          onForgedKey: () => {},
          onNewChats: () => {},
          onClosed,
        })
      })
    return { send: driver.send, open }
  }
  const ours = server()
  return {
    ...held,
    server,
    open: ours.open,
    say: (text: string, lastWord: () => Promise<null> = async () => null) =>
      ours.send(
        'device',
        { messageId: `3EB0${text}`, jid: `${CONTACT}@s.whatsapp.net`, text, media: null },
        lastWord,
      ),
    heard: () => messagesReceivedBy(network, number, CONTACT),
  }
}
