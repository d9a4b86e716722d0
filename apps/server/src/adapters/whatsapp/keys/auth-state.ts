import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from 'baileys'
import type { CredentialPiece, CredentialStore } from '../../../features/devices/devices.ports.ts'
import type { KeyCache, KeyPiece } from './key-cache.ts'
import { trimSession } from './trim-session.ts'

const CREDS = { kind: 'creds', name: 'creds' } as const
/** Sessions, the bulk of all reads and writes: plain JSON that the driver does not modify. */
const SESSION = 'session'

/** Credentials of an attempt to link, in memory until the phone has accepted. */
export function createFreshAuthState() {
  const byKind = new Map<string, Map<string, string>>()
  const creds = initAuthCreds()
  const state: AuthenticationState = {
    creds,
    keys: {
      get: async (type, ids) => readAll(type, ids, byKind.get(type) ?? new Map()),
      set: async (data) => {
        for (const piece of toPieces(data)) {
          const ofKind = byKind.get(piece.kind) ?? new Map<string, string>()
          byKind.set(piece.kind, ofKind)
          if (piece.value === null) ofKind.delete(piece.name)
          else ofKind.set(piece.name, piece.value)
        }
      },
    },
  }
  return {
    state,
    /** All credentials so far, to be stored in one transaction. */
    pieces(): CredentialPiece[] {
      const keys = [...byKind].flatMap(([kind, values]) =>
        [...values].map(([name, value]) => ({ kind, name, value })),
      )
      return [credsPiece(state.creds), ...keys]
    },
  }
}

/** Credentials of a linked device, read from and written to the store. Null when there are none. */
export async function openAuthState(store: CredentialStore, cache: KeyCache, deviceId: string) {
  const stored = (await store.read(deviceId, CREDS.kind, [CREDS.name])).get(CREDS.name)
  if (!stored) return null
  const creds: AuthenticationCreds = JSON.parse(stored, reviveAlone)
  const keys = cache.open(deviceId)
  const state: AuthenticationState = {
    creds,
    keys: {
      get: async (type, ids) =>
        type === SESSION
          ? asSignalData(type, await keys.readParsed(type, ids))
          : readAll(type, ids, await keys.read(type, ids)),
      set: (data) => keys.write(toPieces(data)),
    },
  }
  return { state, pieces: keys, saveCreds: () => store.write(deviceId, [credsPiece(state.creds)]) }
}

/**
 * Like the driver's reviver, but copies each key: short buffers share a 64 KB block with other
 * data, and would keep all of it in memory while the device is connected.
 */
function reviveAlone(name: string, value: unknown): unknown {
  const revived: unknown = BufferJSON.reviver(name, value)
  if (!Buffer.isBuffer(revived)) return revived
  const alone = Buffer.allocUnsafeSlow(revived.length)
  revived.copy(alone)
  return alone
}

function credsPiece(creds: AuthenticationCreds): CredentialPiece {
  return { ...CREDS, value: JSON.stringify(creds, BufferJSON.replacer) }
}

function toPieces(data: SignalDataSet): KeyPiece[] {
  return Object.entries(data).flatMap(([kind, values]) =>
    Object.entries(values ?? {}).map(([name, value]) => toPiece(kind, name, value)),
  )
}

function toPiece(kind: string, name: string, value: unknown): KeyPiece {
  if (typeof value !== 'object' || value === null) {
    return { kind, name, value: value === undefined || value === null ? null : textOf(value) }
  }
  if (kind !== SESSION) return { kind, name, value: textOf(value) }
  const parsed = trimSession(value)
  return { kind, name, value: JSON.stringify(parsed), parsed }
}

const textOf = (value: unknown) => JSON.stringify(value, BufferJSON.replacer)

function asSignalData<T extends keyof SignalDataTypeMap>(
  _type: T,
  found: ReadonlyMap<string, unknown>,
): { [id: string]: SignalDataTypeMap[T] } {
  return Object.fromEntries(found) as { [id: string]: SignalDataTypeMap[T] }
}

function readAll<T extends keyof SignalDataTypeMap>(
  type: T,
  ids: readonly string[],
  stored: ReadonlyMap<string, string>,
): { [id: string]: SignalDataTypeMap[T] } {
  const found: { [id: string]: SignalDataTypeMap[T] } = {}
  for (const id of ids) {
    const text = stored.get(id)
    if (text !== undefined) found[id] = revive(type, text)
  }
  return found
}

/** The driver expects app-state keys as protobuf objects, and everything else as it was stored. */
function revive<T extends keyof SignalDataTypeMap>(type: T, text: string): SignalDataTypeMap[T] {
  if (type === SESSION) return JSON.parse(text)
  const value: SignalDataTypeMap[T] = JSON.parse(text, BufferJSON.reviver)
  if (type !== 'app-state-sync-key') return value
  const key: unknown = proto.Message.AppStateSyncKeyData.fromObject(Object(value))
  return key as SignalDataTypeMap[T]
}
