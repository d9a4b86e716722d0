import type { BinaryNode } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import type { DeviceAddress } from '../store/companions.ts'

/** A query of a linked device. */
export interface Query {
  core: Core
  connection: Connection
  device: DeviceAddress
  /** The whole iq. */
  node: BinaryNode
  /** Its first child. */
  body: BinaryNode
}

/** Returns the children of the result; throws `IqError` to refuse. */
export type QueryHandler = (
  query: Query,
) => BinaryNode[] | IqError | Promise<BinaryNode[] | IqError>

export class IqError {
  readonly code: number
  readonly text: string

  constructor(code: number, text: string) {
    this.code = code
    this.text = text
  }
}

export const NOT_FOUND = new IqError(404, 'item-not-found')
export const RATE_OVERLIMIT = new IqError(429, 'rate-overlimit')
export const NOT_IMPLEMENTED = new IqError(501, 'feature-not-implemented')
export const UNAVAILABLE_NOW = new IqError(503, 'service-unavailable')
