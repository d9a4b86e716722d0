import type { BinaryNode } from 'baileys'
import { jidDecode } from 'baileys'
import type { Core } from '../core.ts'
import { noSignature } from '../forgeries.ts'
import { readPrekey, readSignedPrekey } from '../messaging/device-receipts.ts'
import { prekeyNode, signedPrekeyNode } from '../messaging/retries.ts'
import type { PrekeyBundle } from '../signal/contact-session.ts'
import { takeBundle } from '../signal/device-session.ts'
import { SIGNED_PREKEY_ID } from '../store/directory.ts'
import { devicesOf } from '../weather/companions.ts'
import { child, children, requiredBytes, requiredUint, uint } from '../wire/stanza.ts'
import { NOT_FOUND, type QueryHandler } from './answer.ts'

const CURVE_TYPE = Buffer.from([5])

export const countPrekeys: QueryHandler = ({ core, device }) => [
  { tag: 'count', attrs: { value: String(core.companions.countPrekeys(device)) } },
]

export const uploadKeys: QueryHandler = ({ core, device, node }) => {
  const prekeys = children(child(node, 'list')).map(readPrekey)
  core.store.transaction(() => {
    core.companions.putKeys(device, {
      registrationId: requiredUint(node, 'registration'),
      identity: requiredBytes(node, 'identity', 32),
      signed: readSignedPrekey(child(node, 'skey')),
    })
    core.companions.addPrekeys(device, prekeys)
  })
  return []
}

export const rotateSignedPrekey: QueryHandler = ({ core, device, body }) => {
  core.companions.putKeys(device, { signed: readSignedPrekey(child(body, 'skey')) })
  return []
}

export const digestKeys: QueryHandler = ({ core, device }) => {
  const companion = core.companions.find(device)
  if (!companion || core.companions.countPrekeys(device) === 0) return NOT_FOUND
  return [
    {
      tag: 'digest',
      attrs: {},
      content: [
        { tag: 'registration', attrs: {}, content: uint(companion.registrationId, 4) },
        { tag: 'type', attrs: {}, content: CURVE_TYPE },
        { tag: 'identity', attrs: {}, content: companion.identity },
        signedPrekeyNode(companion.signed),
      ],
    },
  ]
}

/** Returns the keys of users by phone number or LID, each with a one-time prekey. */
export const fetchKeys: QueryHandler = ({ core, device: asker, body }) => {
  const users = children(body).map(({ attrs: { jid = '' } }): BinaryNode => {
    const bundle = bundleFor(core, asker.phone, jid)
    return { tag: 'user', attrs: { jid }, content: bundle ? bundleNodes(bundle) : [MISSING] }
  })
  return [{ tag: 'list', attrs: {}, content: users }]
}

const MISSING: BinaryNode = { tag: 'error', attrs: { code: '404', text: 'item-not-found' } }

function bundleFor(core: Core, asker: string, jid: string): PrekeyBundle | undefined {
  const number = core.directory.numberOf(jid)
  if (number === undefined || !core.directory.isRegistered(asker, number)) return undefined
  const device = jidDecode(jid)?.device ?? 0
  if (device > 0 && !devicesOf(core, { phone: asker, contact: number }).includes(device)) {
    const companion = core.companions.find({ phone: number, device })
    return companion && takeBundle(core, companion)
  }
  return core.store.transaction(() => {
    const { registrationId, identity, signed } = core.directory.keys(number)
    return {
      registrationId,
      identity: identity.public,
      signed: {
        id: SIGNED_PREKEY_ID,
        public: signed.public,
        signature: core.forgeries.prekeys.has(number) ? noSignature() : signed.signature,
      },
      prekey: core.directory.issuePrekey(number),
    }
  })
}

const bundleNodes = (bundle: PrekeyBundle): BinaryNode[] => [
  { tag: 'registration', attrs: {}, content: uint(bundle.registrationId, 4) },
  { tag: 'type', attrs: {}, content: CURVE_TYPE },
  { tag: 'identity', attrs: {}, content: bundle.identity },
  signedPrekeyNode(bundle.signed),
  ...(bundle.prekey ? [prekeyNode(bundle.prekey)] : []),
]
