import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import type { CredentialPiece, CredentialStore } from '../../features/devices/devices.ports.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { startLinkNetwork } from '../../testing/link-network.ts'
import { messagesReceivedBy } from '../../testing/linked-number.ts'
import { createWhatsAppNetwork } from './whatsapp-network.ts'

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

test('a message whose keys are being stored when its session is closed never leaves', async () => {
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
  const session = await new Promise<ReturnType<typeof ours.open>>((opened) => {
    const opening = ours.open('device', {
      onOpen: () => opened(opening),
      onRenamed: () => {},
      onForgedKey: () => {},
      onNewChats: () => {},
      onClosed: () => {},
    })
  })
  const say = (text: string) =>
    ours.send(
      'device',
      { messageId: `3EB0${text}`, jid: '60123456789@s.whatsapp.net', text, media: null },
      async () => null,
    )
  const heard = () => messagesReceivedBy(network, number, '60123456789')
  expect(await say('first')).toEqual({ kind: 'accepted' })
  held.hold()
  const second = say('second')
  await until('its keys are being stored', () => held.waiting() > 1)
  const closing = session.close()
  held.release()
  await closing
  expect(await second).toEqual({ kind: 'unknown', lost: true })
  expect(heard()).toEqual(['first'])
})
