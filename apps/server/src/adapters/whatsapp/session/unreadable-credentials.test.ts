import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, expect, test, vi } from 'vitest'
import { type CloseCause, closeOf } from '../../../features/devices/closes.ports.ts'
import { UnreadableCredentials } from '../../../features/devices/devices.ports.ts'
import { createLog } from '../../../platform/log.ts'
import { silentHistory } from '../../../testing/silent-history.ts'
import { createWhatsAppNetwork } from '../whatsapp-network.ts'

afterEach(() => vi.restoreAllMocks())

test.each<[Error, CloseCause]>([
  [new UnreadableCredentials('sealed with another key'), 'unreadable'],
  [new Error('the database is away'), 'connection_lost'],
])('%s ends the session as %s', async (fault, expected) => {
  const log = createLog('silent')
  const logged = vi.spyOn(log, 'error')
  const network = createWhatsAppNetwork({
    address: () => ({ url: null, rootKey: null }),
    fixedVersion: null,
    isLive: false,
    proxyOf: async () => null,
    goThrough: () => Promise.reject(new Error('There is no proxy.')),
    versions: { read: async () => null, write: async () => {} },
    credentials: { read: () => Promise.reject(fault), write: async () => {} },
    sentMessages: { find: async () => null, chatsOf: async () => new Map() },
    clock: createFakeClock(),
    log,
    onReceipts: async () => {},
    onOverload: () => {},
    onName: () => {},
    onSign: () => {},
    onNewerClient: () => {},
    mayBeReplaced: () => false,
    onInboundChange: async () => {},
    history: silentHistory,
    onVote: async () => {},
    onTyping: () => {},
    onReadOnPhone: () => {},
    onCall: async () => {},
    onInbound: async () => {},
  })
  const close = await new Promise((onClosed) =>
    network.open('device', {
      onOpen: () => {},
      onRenamed: () => {},
      onForgedKey: () => {},
      onNewChats: () => {},
      onClosed,
    }),
  )
  expect(close).toEqual(closeOf(expected))
  expect(logged).toHaveBeenCalledTimes(1)
})
