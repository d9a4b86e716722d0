import type { BinaryNode } from 'baileys'
import type { PasskeyCeremony } from '../weather/passkey.ts'
import { child } from '../wire/stanza.ts'

/** The answer to a step of the ceremony, and what it leads to. */
export interface PasskeyAnswer {
  answer: BinaryNode[]
  /** A notification that follows the answer. */
  next?: BinaryNode
  /** The secret with which the device is linked: the ceremony is over. */
  secret?: Buffer
}

type Step = (ceremony: PasskeyCeremony, node: BinaryNode) => PasskeyAnswer

const STEPS: Record<string, Step> = {
  ref: (ceremony) => ({ answer: [ceremony.ref()] }),
  passkey_request_options: (ceremony) => ({ answer: [ceremony.options()] }),
  passkey_prologue: (ceremony, node) => ({ answer: [], next: ceremony.prologue(node) }),
  companion_nonce(ceremony, node) {
    ceremony.nonce(node)
    return { answer: [] }
  },
  encrypted_pairing_request: (ceremony, node) => ({ answer: [], secret: ceremony.finish(node) }),
}

/** The step that an iq is; undefined when it is none. Throws `ProtocolFault` when it is wrong. */
export function passkeyStep(node: BinaryNode): Step | undefined {
  const name = Object.keys(STEPS).find((tag) => child(node, tag))
  return name === undefined ? undefined : STEPS[name]
}
