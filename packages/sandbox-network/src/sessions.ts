import type { BinaryNode, proto } from 'baileys'
import type { Connection, ConnectionHandlers } from './connection.ts'
import type { Core } from './core.ts'
import { type IqError, UNAVAILABLE_NOW } from './iq/answer.ts'
import { answerQuery, type QueryTable, STANDARD_QUERIES } from './iq/table.ts'
import type { MediaHost } from './media/media-host.ts'
import { bootstrapDevice } from './messaging/bootstrap.ts'
import type { Calls } from './messaging/calls.ts'
import type { DeviceReceipts } from './messaging/device-receipts.ts'
import type { Incoming } from './messaging/incoming.ts'
import { RETRY } from './messaging/mailbox.ts'
import { peerOf } from './messaging/peer.ts'
import type { Presence } from './messaging/presence.ts'
import type { Presenter } from './messaging/presenter.ts'
import type { Pairing } from './pairing/pairing.ts'
import { readRegistration } from './pairing/registration.ts'
import type { DeviceAddress } from './store/companions.ts'
import { closeOpened } from './weather/closing.ts'
import { linkingFailure, loginFailure, versionOf } from './weather/gate.ts'
import { hostsRefusal } from './weather/slow-media.ts'
import { withholdsFrom } from './weather/unreadable.ts'
import type { ClientVersion } from './weather/weather.ts'
import { lidJid, SERVER, seconds } from './wire/stanza.ts'

/** Dispatches stanzas of connected clients. */
export interface Sessions extends Omit<ConnectionHandlers, 'onFault'> {
  /** Removes a link: the device is notified, or finds out at its next login. */
  unlink(device: DeviceAddress): void
}

interface Parts {
  core: Core
  presenter: Presenter
  pairing: Pairing
  incoming: Incoming
  deviceReceipts: DeviceReceipts
  presence: Presence
  calls: Calls
  mediaHost: MediaHost
}

const LOGGED_OUT = '401'
const UNAVAILABLE = '503'

export function createSessions(parts: Parts): Sessions {
  const { core, presenter, pairing } = parts
  const { companions, live, phones, directory, mailbox, clock } = core
  const queries: QueryTable = {
    ...STANDARD_QUERIES,
    'w:m set media_conn': ({ device }) => mediaConnection(parts, device.phone),
    'passive set passive': () => [],
  }

  function login(connection: Connection, payload: proto.ClientPayload): void {
    const companion = companions.byNoiseKey(connection.clientKey)
    const named =
      companion?.phone === String(payload.username ?? '') && companion.device === payload.device
    if (companion && named) enter(connection, companion, versionOf(payload))
    else refuse(connection, { reason: LOGGED_OUT })
  }

  function enter(
    connection: Connection,
    { phone, device }: DeviceAddress,
    version: ClientVersion,
  ): void {
    const failure = phones.get(phone).offline
      ? { reason: UNAVAILABLE }
      : loginFailure(core, phone, version)
    if (failure) {
      refuse(connection, failure)
      return
    }
    live.put({ phone, device }, connection)?.end({
      tag: 'stream:error',
      attrs: {},
      content: [{ tag: 'conflict', attrs: { type: 'replaced' } }],
    })
    connection.send({
      tag: 'success',
      attrs: {
        t: seconds(clock.now()),
        lid: lidJid(directory.lidOf(phone), device),
        location: 'sandbox',
      },
    })
    for (const stanza of core.forgeries.afterLogin.get(phone) ?? []) connection.sendEncoded(stanza)
    presenter.announcePhone(phone)
  }

  const refuse = (connection: Connection, why: Record<string, string>) =>
    connection.end({ tag: 'failure', attrs: { ...why, location: 'sandbox' } })

  function startLinking(connection: Connection, payload: proto.ClientPayload): void {
    const failure = linkingFailure(core, versionOf(payload))
    if (failure) refuse(connection, failure)
    else pairing.open(connection, readRegistration(payload.devicePairingData ?? {}))
  }

  /**
   * Handles a client that is ready to receive: sends the offline queue first, then, the first time,
   * the phone's initial messages.
   */
  async function activate(connection: Connection, device: DeviceAddress, node: BinaryNode) {
    connection.send({
      tag: 'iq',
      attrs: { from: SERVER, id: node.attrs.id ?? '', type: 'result' },
    })
    await mailbox.flush(connection, device)
    const companion = companions.find(device)
    if (companion && !companion.bootstrapped) await bootstrapDevice(core, companion)
    closeOpened(core, connection, device)
  }

  /** Handles a device that unlinks itself. */
  function logOut(connection: Connection, device: DeviceAddress, node: BinaryNode): void {
    connection.send({
      tag: 'iq',
      attrs: { from: SERVER, id: node.attrs.id ?? '', type: 'result' },
    })
    unlink(device)
  }

  function unlink(device: DeviceAddress): void {
    core.store.transaction(() => {
      companions.remove(device)
      core.store.afterCommit(() =>
        live.get(device)?.end({
          tag: 'stream:error',
          attrs: { code: LOGGED_OUT },
          content: [{ tag: 'conflict', attrs: { type: 'device_removed' } }],
        }),
      )
    })
    presenter.announcePhone(device.phone)
  }

  /** Handles the acknowledgement of a receipt, a notification or an unusable message. */
  function acknowledged(connection: Connection, device: DeviceAddress, node: BinaryNode): void {
    const { attrs } = node
    if (withholdsFrom(core, device, node)) {
      connection.ready = false
      return
    }
    const peer = peerOf(directory, attrs)
    mailbox.settle(device, {
      class: attrs.class ?? '',
      id: attrs.id ?? '',
      ...(peer === undefined ? {} : { peer: peer.key }),
      ...(attrs.class === 'receipt' ? { kind: attrs.type ?? '' } : {}),
      ...(attrs.class === 'message' ? { except: RETRY } : {}),
    })
  }

  async function handle(connection: Connection, device: DeviceAddress, node: BinaryNode) {
    switch (node.tag) {
      case 'iq':
        if (asks(node, 'passive', 'active')) return activate(connection, device, node)
        if (asks(node, 'md', 'remove-companion-device')) return logOut(connection, device, node)
        return answerQuery(queries, core, connection, device, node)
      case 'message':
        return parts.incoming.receive(connection, device, node)
      case 'receipt':
        connection.send(ackOf(node))
        return parts.deviceReceipts.receive(device, node)
      case 'ack':
        return acknowledged(connection, device, node)
      case 'call':
        return parts.calls.receive(connection, device, node)
      case 'presence':
        return parts.presence.receivePresence(connection, node)
      case 'chatstate':
        return parts.presence.receiveChatState(device, node)
    }
  }

  return {
    onClient(connection, payload) {
      connection.version = versionOf(payload)
      if (payload.devicePairingData) startLinking(connection, payload)
      else login(connection, payload)
    },
    async onStanza(connection, node) {
      const { device } = connection
      if (!device) await pairing.receive(connection, node)
      else if (live.get(device) === connection) await handle(connection, device, node)
    },
    onClosed(connection) {
      pairing.closed(connection)
      if (live.leave(connection) && connection.device) {
        presenter.announcePhone(connection.device.phone)
      }
    },
    unlink,
  }
}

/** The media host and the token for uploads. */
function mediaConnection({ core, mediaHost }: Parts, phone: string): BinaryNode[] | IqError {
  const { address, authFor } = mediaHost
  const refusal = hostsRefusal(core, phone)
  if (refusal === 'refused') return UNAVAILABLE_NOW
  const attrs = { auth: authFor(phone), ttl: '300', auth_ttl: '300', max_buckets: '12' }
  const host: BinaryNode = { tag: 'host', attrs: { hostname: address, type: 'primary' } }
  return [{ tag: 'media_conn', attrs, content: refusal ? [] : [host] }]
}

const asks = ({ attrs, content }: BinaryNode, xmlns: string, tag: string): boolean =>
  attrs.xmlns === xmlns && Array.isArray(content) && content[0]?.tag === tag

const ackOf = ({ attrs }: BinaryNode): BinaryNode => ({
  tag: 'ack',
  attrs: {
    class: 'receipt',
    id: attrs.id ?? '',
    from: attrs.to ?? SERVER,
    ...(attrs.type ? { type: attrs.type } : {}),
  },
})
