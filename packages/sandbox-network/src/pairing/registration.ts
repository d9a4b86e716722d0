import type { proto } from 'baileys'
import { ProtocolFault } from '../errors.ts'
import type { PublicKeys } from '../store/companions.ts'

/** Parses the keys of a device to be linked from its first payload. */
export function readRegistration(
  data: proto.ClientPayload.IDevicePairingRegistrationData,
): PublicKeys {
  return {
    registrationId: readUint(data.eRegid),
    identity: exactly(data.eIdent, 32),
    signed: {
      id: readUint(data.eSkeyId),
      public: exactly(data.eSkeyVal, 32),
      signature: exactly(data.eSkeySig, 64),
    },
  }
}

function readUint(bytes: Uint8Array | null | undefined): number {
  const value = Buffer.from(bytes ?? [])
  if (value.length === 0 || value.length > 6)
    throw new ProtocolFault('the registration lacks a number')
  return value.readUIntBE(0, value.length)
}

function exactly(bytes: Uint8Array | null | undefined, length: number): Buffer {
  if (bytes?.length !== length) throw new ProtocolFault('the registration lacks a key')
  return Buffer.from(bytes)
}
