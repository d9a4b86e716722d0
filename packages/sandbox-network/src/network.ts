import type { EventEmitter } from 'node:events'
import { openCore } from './core.ts'
import { type Forgeries, forgedIdentity } from './forgeries.ts'
import { loadCertificate } from './media/certificate.ts'
import { createMediaHost } from './media/media-host.ts'
import { createCalls } from './messaging/calls.ts'
import { createDeviceReceipts } from './messaging/device-receipts.ts'
import { createGroupIncoming } from './messaging/group-incoming.ts'
import { createGroupOutgoing } from './messaging/group-outgoing.ts'
import { createGroupReceipts } from './messaging/group-receipts.ts'
import { createIncoming } from './messaging/incoming.ts'
import { createOutgoing } from './messaging/outgoing.ts'
import { createPresence } from './messaging/presence.ts'
import { createPresenter } from './messaging/presenter.ts'
import { createReceipts } from './messaging/receipts.ts'
import { createPairing } from './pairing/pairing.ts'
import { createSandbox, type SandboxActions } from './sandbox.ts'
import { createSessions } from './sessions.ts'
import type { NetworkEvents, SandboxOptions } from './types.ts'
import { upgradeAnswer } from './weather/gate.ts'
import { downloadPace, uploadPace } from './weather/slow-media.ts'
import { createWeatherControl } from './weather/weather-actions.ts'
import { createGateway } from './wire/gateway.ts'
import { loadServerIdentity } from './wire/server-identity.ts'

/** A running network. */
export interface SandboxNetwork extends SandboxActions {
  /** The `ws://…` address for clients. Changes with each start. */
  readonly url: string
  /**
   * The Noise root public key in hex, by which a client recognises this network. Constant for a
   * data folder.
   */
  readonly rootKey: string
  /** The media host's certificate in PEM, for uploads and downloads. Constant for a data folder. */
  readonly caCertificate: string
  readonly events: EventEmitter<NetworkEvents>
  /** What the network forges; nothing by default. */
  readonly forgeries: Forgeries
  /**
   * Sends bytes to a phone's connected devices as one frame: encrypted as a stanza would be, or
   * `bare`, which no device can read.
   */
  sendBytes(phoneNumber: string, bytes: Uint8Array, how: 'encrypted' | 'bare'): void
  /** Disconnects everybody and closes the data folder. */
  stop(): Promise<void>
}

/**
 * Starts a network on loopback with the phones, links, contacts, messages and keys stored in
 * `dataDir`. A kill at any moment loses nothing that was acknowledged. Throws `SandboxError`
 * `data_dir_in_use`, and the errors of listening on the ports.
 */
export async function startSandboxNetwork(options: SandboxOptions): Promise<SandboxNetwork> {
  const { dataDir, host = '127.0.0.1' } = options
  const core = openCore(options)
  const { store, clock } = core
  const tls = await loadCertificate(dataDir, host)
  const mediaHost = createMediaHost(tls, core.files, {
    clock,
    upload: (phone) => uploadPace(core, phone),
    download: (directPath) => downloadPace(core, directPath),
  })
  const presenter = createPresenter(core)
  const groupReceipts = createGroupReceipts(core, presenter)
  const receipts = createReceipts(core, presenter, groupReceipts)
  const outgoing = createOutgoing(core, presenter)
  const groupOutgoing = createGroupOutgoing(core, presenter, receipts, groupReceipts)
  const groupIncoming = createGroupIncoming(core, presenter, receipts, groupReceipts)
  const presence = createPresence(core, presenter)
  const calls = createCalls(core, presenter)
  const pairing = createPairing(core, presenter)
  const sessions = createSessions({
    core,
    presenter,
    pairing,
    presence,
    calls,
    incoming: createIncoming(core, presenter, receipts, groupIncoming),
    deviceReceipts: createDeviceReceipts(core, presenter, outgoing, groupOutgoing),
    mediaHost,
  })
  const identity = loadServerIdentity(store, clock)
  const shownIdentity = () => {
    const how = core.forgeries.certificate
    return how ? forgedIdentity(identity, how, clock) : identity
  }
  const gateway = createGateway({
    identity: shownIdentity,
    handlers: { ...sessions, onFault: core.report },
    answer: () => upgradeAnswer(core.weather.network),
  })
  const weather = createWeatherControl(core, presenter, gateway.cut)

  async function stop(): Promise<void> {
    receipts.stop()
    weather.stop()
    await gateway.stop()
    await mediaHost.stop()
    store.close()
  }

  try {
    await startMediaHost()
    await gateway.start(host, options.port ?? 0)
    receipts.start()
    weather.start()
  } catch (error) {
    await stop()
    throw error
  }

  /** Media links contain the port, so the previous one is reused when it is free. */
  async function startMediaHost(): Promise<void> {
    const last = store.one<{ value: Uint8Array }>("SELECT value FROM meta WHERE key = 'media.port'")
    const remembered = last ? Number(Buffer.from(last.value).toString()) : 0
    if (options.mediaPort !== undefined) await mediaHost.start(host, options.mediaPort)
    else await mediaHost.start(host, remembered).catch(() => mediaHost.start(host, 0))
    store.run(
      "INSERT OR REPLACE INTO meta (key, value) VALUES ('media.port', ?)",
      Buffer.from(String(mediaHost.port)),
    )
  }

  return {
    ...createSandbox({
      core,
      presenter,
      receipts,
      outgoing,
      groupOutgoing,
      presence,
      calls,
      pairing,
      sessions,
      mediaHost,
      weather: weather.actions,
    }),
    get url() {
      return gateway.url
    },
    rootKey: identity.rootPublic.toString('hex'),
    caCertificate: tls.certificate,
    events: core.events,
    forgeries: core.forgeries,
    sendBytes(phoneNumber, bytes, how) {
      for (const connection of core.live.ofPhone(phoneNumber)) {
        if (how === 'bare') connection.sendBare(bytes)
        else connection.sendEncoded(bytes)
      }
    },
    stop,
  }
}
