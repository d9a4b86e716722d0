import type { BinaryNode } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import { ProtocolFault } from '../errors.ts'
import type { DeviceAddress } from '../store/companions.ts'
import { isOverLimit } from '../weather/rate-limits.ts'
import { required, SERVER } from '../wire/stanza.ts'
import * as account from './account.ts'
import { IqError, NOT_IMPLEMENTED, type QueryHandler, RATE_OVERLIMIT } from './answer.ts'
import * as encryption from './encryption.ts'
import { describeGroup, participating } from './groups.ts'
import { syncUsers } from './usync.ts'

/** Handlers by namespace, type and first child; `*` matches any child. */
export type QueryTable = Record<string, QueryHandler>

export const STANDARD_QUERIES: QueryTable = {
  'encrypt get count': encryption.countPrekeys,
  'encrypt get digest': encryption.digestKeys,
  'encrypt get key': encryption.fetchKeys,
  'encrypt set registration': encryption.uploadKeys,
  'encrypt set rotate': encryption.rotateSignedPrekey,
  'usync get usync': syncUsers,
  'abt get props': account.props,
  'blocklist get *': account.blocklist,
  'blocklist set *': account.blocklist,
  'privacy get privacy': account.privacy,
  'privacy set privacy': account.emptyResult,
  'privacy set tokens': account.privacyTokens,
  'w:sync:app:state set sync': account.appState,
  'w:p get ping': account.emptyResult,
  'w:stats set *': account.emptyResult,
  'w:mex get query': account.accountStatus,
  'w:g2 get participating': participating,
  'w:g2 get query': describeGroup,
  'w:profile:picture get *': account.notFound,
  'w:biz get *': account.emptyResult,
  'urn:xmpp:whatsapp:dirty set clean': account.emptyResult,
  'disappearing_mode set *': account.emptyResult,
  'status set *': account.emptyResult,
}

/** Answers an iq. Unknown queries get an error and do not count as faults. */
export async function answerQuery(
  table: QueryTable,
  core: Core,
  connection: Connection,
  device: DeviceAddress,
  node: BinaryNode,
): Promise<void> {
  const id = required(node, 'id')
  const body = Array.isArray(node.content) ? node.content[0] : undefined
  const handler = find(table, node, body)
  const tooMany = isOverLimit(core, device.phone, node.attrs.xmlns)
  const query = { core, connection, device, node, body: body ?? EMPTY }
  const answer = tooMany ? RATE_OVERLIMIT : handler ? await handler(query) : NOT_IMPLEMENTED
  if (answer instanceof IqError) {
    const { code, text } = answer
    connection.send({
      tag: 'iq',
      attrs: { from: SERVER, id, type: 'error' },
      content: [{ tag: 'error', attrs: { code: String(code), text } }],
    })
  } else {
    connection.send({
      tag: 'iq',
      attrs: { from: SERVER, id, type: 'result' },
      ...(answer.length > 0 ? { content: answer } : {}),
    })
  }
}

const EMPTY: BinaryNode = { tag: 'nothing', attrs: {} }

function find(table: QueryTable, { attrs }: BinaryNode, body: BinaryNode | undefined) {
  if (!attrs.type && attrs.xmlns !== 'w:stats')
    throw new ProtocolFault('an <iq> came without its type')
  const place = `${attrs.xmlns ?? ''} ${attrs.type ?? 'set'}`
  return table[`${place} ${body?.tag ?? ''}`] ?? table[`${place} *`]
}
