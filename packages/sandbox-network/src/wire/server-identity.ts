import { Curve, proto } from 'baileys'
import type { Clock } from '../clock.ts'
import type { KeyPair } from '../signal/identity.ts'
import type { Store } from '../store/database.ts'

/** The network's keys: a client that knows `root` can recognise this network. */
export interface ServerIdentity {
  rootPublic: Buffer
  staticKey: KeyPair
  /** The encoded chain: the root signs the intermediate, the intermediate signs the leaf. */
  certificate: Buffer
}

/** Loads the identity, or creates it on the first start of a data folder. */
export function loadServerIdentity(store: Store, clock: Clock): ServerIdentity {
  const read = (key: string) => {
    const row = store.one<{ value: Uint8Array }>('SELECT value FROM meta WHERE key = ?', key)
    return row && Buffer.from(row.value)
  }
  const rootPublic = read('noise.root')
  const staticPrivate = read('noise.static.private')
  const staticPublic = read('noise.static.public')
  const certificate = read('noise.certificate')
  if (rootPublic && staticPrivate && staticPublic && certificate) {
    return { rootPublic, staticKey: { private: staticPrivate, public: staticPublic }, certificate }
  }
  const made = makeServerIdentity(clock)
  store.transaction(() => {
    const write = (key: string, value: Uint8Array) =>
      store.run('INSERT INTO meta (key, value) VALUES (?, ?)', key, value)
    write('noise.root', made.rootPublic)
    write('noise.static.private', made.staticKey.private)
    write('noise.static.public', made.staticKey.public)
    write('noise.certificate', made.certificate)
  })
  return made
}

const INTERMEDIATE_SERIAL = 1
const LEAF_SERIAL = 2
const LIFETIME_SECONDS = 10 * 365 * 24 * 3600

/** Creates a root, an intermediate and a leaf key, with their certificate chain. */
export function makeServerIdentity(clock: Clock): ServerIdentity {
  const root = Curve.generateKeyPair()
  const intermediate = Curve.generateKeyPair()
  const leaf = Curve.generateKeyPair()
  const notBefore = Math.floor(clock.now() / 1000)
  const signed = (serial: number, issuerSerial: number, key: Uint8Array, issuer: Uint8Array) => {
    const details = proto.CertChain.NoiseCertificate.Details.encode({
      serial,
      issuerSerial,
      key,
      notBefore,
      notAfter: notBefore + LIFETIME_SECONDS,
    }).finish()
    return { details, signature: Curve.sign(issuer, details) }
  }
  const chain = {
    intermediate: signed(INTERMEDIATE_SERIAL, 0, intermediate.public, root.private),
    leaf: signed(LEAF_SERIAL, INTERMEDIATE_SERIAL, leaf.public, intermediate.private),
  }
  return {
    rootPublic: Buffer.from(root.public),
    staticKey: { private: Buffer.from(leaf.private), public: Buffer.from(leaf.public) },
    certificate: Buffer.from(proto.CertChain.encode(chain).finish()),
  }
}
