export type SandboxErrorCode =
  | 'data_dir_in_use'
  | 'group_invalid'
  | 'group_unknown'
  | 'message_unknown'
  | 'not_allowed'
  | 'not_a_member'
  | 'number_invalid'
  | 'number_taken'
  | 'number_unregistered'
  | 'pairing_failed'
  | 'phone_unknown'
  | 'qr_expired'
  | 'qr_invalid'
  | 'qr_unknown'
  | 'too_many_devices'

/** A refusal by the network's API, with a message for users. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode

  constructor(code: SandboxErrorCode, message: string) {
    super(message)
    this.name = 'SandboxError'
    this.code = code
  }
}

/**
 * A protocol violation by a client: its connection is closed with this reason, and nothing else
 * happens.
 */
export class ProtocolFault extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ProtocolFault'
  }
}
