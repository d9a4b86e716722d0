/**
 * Clients of the driver alone, all in this process, each with its keys in a folder as the driver's
 * own `useMultiFileAuthState` keeps them. Unlinked ones send their codes to the parent process,
 * which also provides the network.
 */
import { join } from 'node:path'
import { silentLog } from '@kirim/sandbox-network/testing/silent-log'
import { makeWASocket, useMultiFileAuthState, WA_CERT_DETAILS } from 'baileys'

export interface BareSocketsWish {
  readonly url: string
  readonly rootKey: string
  readonly folder: string
  readonly sockets: number
}

export interface BareSocketsNews {
  readonly qr?: string
  readonly opened?: number
}

const RETRY_MS = 100
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {}

const report = (news: BareSocketsNews) => process.send?.(news)

/** Resolves once it is linked and open. */
async function open(url: string, folder: string): Promise<void> {
  const { state: auth, saveCreds } = await useMultiFileAuthState(folder)
  const isOpen = Promise.withResolvers<void>()
  let hasReported = false

  function connect(): void {
    const socket = makeWASocket({ auth, logger: silentLog, waWebSocketUrl: url })
    socket.ev.on('creds.update', saveCreds)
    socket.ev.on('connection.update', ({ qr, connection }) => {
      if (qr && !hasReported) {
        hasReported = true
        report({ qr })
      }
      if (connection === 'open') isOpen.resolve()
      if (connection === 'close') setTimeout(connect, RETRY_MS)
    })
  }

  connect()
  await isOpen.promise
}

process.on('message', async ({ url, rootKey, folder, sockets }: BareSocketsWish) => {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex')
  for (let n = 0; n < sockets; n++) await open(url, join(folder, `socket-${n}`))
  report({ opened: sockets })
})
