import type { BinaryNode, WASocket } from 'baileys'
import type { ReceiptReport } from '../../../features/delivery/delivery.ports.ts'
import { isMessageId } from '../connection/message-id.ts'
import { takeOver } from '../connection/take-over.ts'

export interface ReceiptNews {
  readonly messageIds: readonly string[]
  readonly status: ReceiptReport['status']
}

/** Phones list far fewer; further ids are ignored. */
const IDS_MAX = 5000

const STATUS_BY_TYPE: ReadonlyMap<string, ReceiptReport['status']> = new Map([
  ['sender', 'sent'],
  ['', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
])

/** A receipt for sent messages; null for other receipts. */
export function readReceipt({ attrs, content }: BinaryNode): ReceiptNews | null {
  const status = STATUS_BY_TYPE.get(attrs.type ?? '')
  if (!status) return null
  // With a `recipient` it comes from the own phone, so the contact may not have the message yet.
  if (attrs.recipient && status !== 'sent') return null
  const messageIds = [attrs.id, ...listedIds(content)].filter(isMessageId)
  return messageIds.length > 0 ? { messageIds, status } : null
}

function listedIds(content: BinaryNode['content']): (string | undefined)[] {
  if (!Array.isArray(content)) return []
  const list = content.find(({ tag }) => tag === 'list')
  if (!Array.isArray(list?.content)) return []
  return list.content.slice(0, IDS_MAX).map(({ attrs: { id } }) => id)
}

const RECEIPT = 'CB:receipt'

/**
 * Passes each receipt to `record` before the driver acknowledges it. The network keeps
 * unacknowledged receipts, so one that could not be stored is delivered again with the next
 * connection.
 */
export function recordBeforeAcknowledging(
  socket: WASocket,
  record: (news: ReceiptNews, attrs: BinaryNode['attrs']) => Promise<void>,
  onFault: (error: unknown) => void,
): void {
  const readers = takeOver(socket.ws, RECEIPT)
  socket.ws.on(RECEIPT, (node: BinaryNode) => {
    const news = readReceipt(node)
    const recorded = news ? record(news, node.attrs) : Promise.resolve()
    recorded.then(() => {
      for (const read of readers) read(node)
    }, onFault)
  })
}
