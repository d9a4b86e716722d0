import { randomBytes } from 'node:crypto'
import { type BinaryNode, jidDecode } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import { ProtocolFault, SandboxError } from '../errors.ts'
import type { Presenter } from '../messaging/presenter.ts'
import type { DeviceAddress, PublicKeys } from '../store/companions.ts'
import { beginPasskey, type PasskeyCeremony } from '../weather/passkey.ts'
import { child, required, SERVER, stanzaId } from '../wire/stanza.ts'
import {
  answerOffer,
  type CodeExchange,
  type CodeOffer,
  finishExchange,
  readOffer,
} from './by-code.ts'
import { type PasskeyAnswer, passkeyStep } from './by-passkey.ts'
import { linkDevice } from './link.ts'
import { isKnownPlatform } from './platform.ts'
import { parseQr } from './qr.ts'

/** Links devices to phones by QR code or pairing code. */
export type Pairing = ReturnType<typeof createPairing>

interface Offer {
  connection: Connection
  keys: PublicKeys
  refs: string[]
  openedAt: number
  code?: CodeOffer
  /** A phone is linking it right now. */
  busy: boolean
  passkey?: { number: string; ceremony: PasskeyCeremony }
  exchange?: { state: CodeExchange; finished: (secret: Buffer | Error) => void }
}

const REFS = 6
const FIRST_REF_MS = 60_000
const NEXT_REF_MS = 20_000
/** Extra time for a scan in progress. */
const GRACE_MS = 5_000

export function createPairing(core: Core, presenter: Presenter) {
  const offers = new Map<Connection, Offer>()

  function findByRef(ref: string): Offer {
    const offer = [...offers.values()].find((each) => !each.busy && each.refs.includes(ref))
    if (!offer) {
      throw new SandboxError(
        'qr_unknown',
        'No device shows this QR code at the moment. Scan the one on the screen.',
      )
    }
    const lifetime = FIRST_REF_MS + offer.refs.indexOf(ref) * NEXT_REF_MS + GRACE_MS
    if (core.clock.now() > offer.openedAt + lifetime) {
      throw new SandboxError(
        'qr_expired',
        'This QR code has expired. Scan the new one on the screen.',
      )
    }
    return offer
  }

  async function link(number: string, offer: Offer, advSecret: Buffer): Promise<DeviceAddress> {
    offer.busy = true
    try {
      const address = await linkDevice(core, number, { ...offer, advSecret })
      presenter.announcePhone(number)
      return address
    } finally {
      offer.busy = false
    }
  }

  /** Links the device, or asks it for a passkey first where the weather wants one. */
  async function linkOrAsk(
    number: string,
    offer: Offer,
    advSecret: Buffer,
  ): Promise<DeviceAddress | undefined> {
    if (core.weather.now(number).kind !== 'passkey') return link(number, offer, advSecret)
    core.weather.strike(number)
    const ceremony = beginPasskey({
      keys: offer.keys,
      noiseKey: offer.connection.clientKey,
      advSecret,
      clock: core.clock,
      relyingParty: core.relyingParty,
    })
    offer.passkey = { number, ceremony }
    offer.connection.send(ceremony.request)
    return undefined
  }

  function continueByPasskey(offer: Offer, node: BinaryNode, step: () => PasskeyAnswer): void {
    const { connection } = offer
    const id = required(node, 'id')
    try {
      const { answer, next, secret } = step()
      connection.send({
        tag: 'iq',
        attrs: { from: SERVER, id, type: 'result' },
        content: answer,
      })
      if (next) connection.send(next)
      // The device answers on this connection, whose stanzas come one at a time.
      if (secret && offer.passkey) {
        link(offer.passkey.number, offer, secret).catch(() => connection.cut())
      }
    } catch (error) {
      if (!(error instanceof ProtocolFault)) throw error
      refuse(connection, id)
    }
  }

  const refuse = (connection: Connection, id: string): void =>
    connection.send({
      tag: 'iq',
      attrs: { from: SERVER, id, type: 'error' },
      content: [{ tag: 'error', attrs: { code: '400', text: 'bad-request' } }],
    })

  /** Continues the pairing; the caller answers the iq itself. */
  function continueByCode(offer: Offer, node: BinaryNode): void {
    const stage = child(node, 'link_code_companion_reg')?.attrs.stage
    if (stage === 'companion_hello') {
      const jid = child(node, 'link_code_companion_reg')?.attrs.jid ?? ''
      offer.code = readOffer(node, jidDecode(jid)?.user ?? '')
    } else if (stage === 'companion_finish' && offer.exchange && offer.code) {
      const { state, finished } = offer.exchange
      const { identity } = core.directory.keys(offer.code.number)
      try {
        finished(finishExchange(state, node, identity, offer.keys.identity))
      } catch (error) {
        finished(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  return {
    /** Handles a client without a link: sends six refs to show as QR codes, one after another. */
    open(connection: Connection, keys: PublicKeys): void {
      const refs = Array.from({ length: REFS }, () => `2@${randomBytes(48).toString('base64')}`)
      offers.set(connection, { connection, keys, refs, openedAt: core.clock.now(), busy: false })
      connection.send({
        tag: 'iq',
        attrs: { from: SERVER, type: 'set', id: stanzaId(), xmlns: 'md' },
        content: [
          {
            tag: 'pair-device',
            attrs: {},
            content: refs.map((ref) => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) })),
          },
        ],
      })
    },
    async receive(connection: Connection, node: BinaryNode): Promise<void> {
      if (node.tag !== 'iq') return
      const offer = offers.get(connection)
      const id = required(node, 'id')
      const ceremony = offer?.passkey?.ceremony
      const step = passkeyStep(node)
      if (offer && ceremony && step) {
        return continueByPasskey(offer, node, () => step(ceremony, node))
      }
      if (!isKnownPlatform(node)) return refuse(connection, id)
      connection.send({ tag: 'iq', attrs: { from: SERVER, id, type: 'result' } })
      if (offer) continueByCode(offer, node)
    },
    /** The code that the phone shows while a device is linked to it by a passkey. */
    shownCode(number: string): string | null {
      const offer = [...offers.values()].find(({ passkey }) => passkey?.number === number)
      return offer?.passkey?.ceremony.code() ?? null
    },
    closed(connection: Connection): void {
      offers.get(connection)?.exchange?.finished(new Error('the connection ended'))
      offers.delete(connection)
    },
    /**
     * Throws `qr_invalid`, `qr_unknown`, `qr_expired`,
     * `phone_unknown`, `too_many_devices`, `pairing_failed`.
     */
    async scan(qrText: string, number: string): Promise<DeviceAddress | undefined> {
      core.phones.get(number)
      const code = parseQr(qrText)
      const offer = findByRef(code.ref)
      const same =
        code.noiseKey.equals(offer.connection.clientKey) &&
        code.identity.equals(offer.keys.identity)
      if (!same)
        throw new SandboxError(
          'qr_invalid',
          'This QR code does not belong to the device that shows it.',
        )
      return linkOrAsk(number, offer, code.advSecret)
    },
    /** Throws `qr_unknown` when no client offered a code for this number, otherwise like `scan`. */
    async enterCode(code: string, number: string): Promise<DeviceAddress | undefined> {
      core.phones.get(number)
      const offer = [...offers.values()].find((each) => !each.busy && each.code?.number === number)
      const unknown = () =>
        new SandboxError('qr_unknown', 'No device asked for a pairing code with this number.')
      if (!offer?.code) throw unknown()
      const { identity } = core.directory.keys(number)
      const state = await answerOffer(offer.code, code, identity)
      if (!offers.has(offer.connection)) throw unknown()
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      offer.exchange = {
        state,
        finished: (secret) => (secret instanceof Error ? reject(secret) : resolve(secret)),
      }
      offer.connection.send(state.notification)
      return linkOrAsk(number, offer, await promise)
    },
  }
}
