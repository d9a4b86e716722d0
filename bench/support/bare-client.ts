/**
 * A client of the driver alone, without Kirim: keys in memory, one listener. It answers each
 * message, and counts the receipts it receives. The parent process provides the network.
 */
import { memoryAuth } from '@kirim/sandbox-network/testing/client'
import { silentLog } from '@kirim/sandbox-network/testing/silent-log'
import { type BaileysEventMap, makeWASocket, WA_CERT_DETAILS, type WASocket } from 'baileys'

export interface Bare {
  readonly qr?: string
  readonly open?: boolean
  readonly receipts?: number
  readonly cpuMs?: number
}

const RETRY_MS = 100
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {}

const auth = memoryAuth()
let receipts = 0
const report = (news: Bare) => process.send?.(news)

function connect(url: string): void {
  const socket = makeWASocket({ auth, logger: silentLog, waWebSocketUrl: url })
  socket.ev.process((events) => hear(socket, events, () => connect(url)))
}

function hear(socket: WASocket, events: Partial<BaileysEventMap>, again: () => void): void {
  if (events['creds.update']) Object.assign(auth.creds, events['creds.update'])
  const { qr, connection } = events['connection.update'] ?? {}
  if (qr) report({ qr })
  if (connection === 'open') report({ open: true })
  if (connection === 'close') setTimeout(again, RETRY_MS)
  receipts += events['messages.update']?.length ?? 0
  for (const { key, message } of events['messages.upsert']?.messages ?? []) {
    if (key.fromMe || !key.remoteJid || !message) continue
    const text = message.conversation ?? message.extendedTextMessage?.text ?? ''
    void socket.sendMessage(key.remoteJid, { text }).catch(() => {})
  }
}

process.on('message', (request: { url: string; rootKey: string } | 'count') => {
  if (request === 'count') {
    const { user, system } = process.cpuUsage()
    report({ receipts, cpuMs: (user + system) / 1000 })
    return
  }
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(request.rootKey, 'hex')
  connect(request.url)
})
