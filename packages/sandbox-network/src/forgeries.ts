import { randomBytes } from 'node:crypto'
import { proto } from 'baileys'
import type { Clock } from './clock.ts'
import { makeServerIdentity, type ServerIdentity } from './wire/server-identity.ts'

/**
 * How a server impersonates the network without the root's private key. `root`: a chain of its own.
 * `intermediate`: the same chain with the root's genuine signature. `leaf`: its own leaf below the
 * genuine intermediate. `replayed`: the genuine chain, without the leaf's key.
 */
export type CertificateForgery = 'root' | 'intermediate' | 'leaf' | 'replayed'

/** What this network forges from now on, to test that clients reject it. Reset by a restart. */
export interface Forgeries {
  certificate: CertificateForgery | undefined
  /** Numbers of phones whose account does not sign new links. */
  readonly accounts: Set<string>
  /** Numbers whose signed prekey has a foreign signature. */
  readonly prekeys: Set<string>
  /** The address in contacts' receipts and retry requests, whether or not it is theirs. */
  speaker: string | undefined
  /** Encrypted bytes sent to a phone's devices right after each login, by the phone's number. */
  readonly afterLogin: Map<string, readonly Uint8Array[]>
}

export function createForgeries(): Forgeries {
  return {
    certificate: undefined,
    accounts: new Set(),
    prekeys: new Set(),
    speaker: undefined,
    afterLogin: new Map(),
  }
}

/** A random, invalid signature. */
export const noSignature = (): Buffer => randomBytes(64)

export function forgedIdentity(
  genuine: ServerIdentity,
  how: CertificateForgery,
  clock: Clock,
): ServerIdentity {
  const own = makeServerIdentity(clock)
  const trusted = proto.CertChain.decode(genuine.certificate)
  const chain = proto.CertChain.decode(own.certificate)
  if (how === 'intermediate' && chain.intermediate) {
    chain.intermediate.signature = trusted.intermediate?.signature ?? null
  }
  if (how === 'leaf') chain.intermediate = trusted.intermediate ?? null
  const shown = how === 'replayed' ? trusted : chain
  return { ...own, certificate: Buffer.from(proto.CertChain.encode(shown).finish()) }
}
