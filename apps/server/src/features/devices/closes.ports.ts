import type { DeviceProblemCode } from '@kirim/contract/device-problems'
import { z } from 'zod'

/**
 * What follows a close. `restart`: at once. `retry`: with a back-off. `retry_slowly`: with one 15
 * times as long. `wait`: at the time that the network named. `stop`: when its owner asks. `yield`:
 * the same, also after a restart of the server. `log_out`: the link is gone.
 */
export type AfterClose =
  | 'restart'
  | 'retry'
  | 'retry_slowly'
  | 'wait'
  | 'stop'
  | 'yield'
  | 'log_out'

interface CloseRule {
  /** The network's own codes. */
  readonly codes: readonly number[]
  readonly next: AfterClose
  /** The problem shown while it is not connected; null shows its state alone. */
  readonly problem: DeviceProblemCode | null
}

/**
 * Every way in which a connection ends (decision 42). A code that is not named here counts as a
 * lost connection.
 */
export const CLOSES = {
  connection_lost: { codes: [408, 428, 500, 503], next: 'retry', problem: 'network_away' },
  /** Shown only once restarts no longer succeed at once. */
  restart_required: { codes: [515], next: 'restart', problem: 'network_away' },
  qr_expired: { codes: [], next: 'retry', problem: null },
  logged_out: { codes: [401, 419], next: 'log_out', problem: null },
  banned_until: { codes: [402], next: 'wait', problem: 'banned_until' },
  locked: { codes: [403], next: 'stop', problem: 'locked' },
  outdated: { codes: [405], next: 'stop', problem: 'client_outdated' },
  banned: { codes: [406], next: 'stop', problem: 'banned' },
  client_refused: { codes: [409], next: 'stop', problem: 'client_refused' },
  no_linked_devices: { codes: [411], next: 'stop', problem: 'no_linked_devices' },
  replaced: { codes: [440], next: 'yield', problem: 'opened_elsewhere' },
  /** The stored credentials cannot be opened with this key: retrying is useless. */
  unreadable: { codes: [], next: 'stop', problem: 'keys_unreadable' },
  /** Its proxy cannot be reached or does not answer. Never bypassed. */
  proxy_down: { codes: [], next: 'retry', problem: 'proxy_down' },
  /** Its proxy refuses the user name or the password. */
  proxy_sign_in: { codes: [], next: 'retry', problem: 'proxy_sign_in' },
  /** Its proxy does not reach the network, or does not allow it. */
  proxy_blocks: { codes: [], next: 'retry', problem: 'proxy_blocks' },
  /** Its proxy has a private address, which is not allowed for its owner. */
  proxy_private: { codes: [], next: 'retry', problem: 'proxy_private' },
  /** The server could not prove that it is the network; nothing was sent to it. */
  not_genuine: { codes: [], next: 'retry_slowly', problem: 'network_not_genuine' },
  /** Data from the network could not be read or handled. */
  not_understood: { codes: [], next: 'retry', problem: 'network_not_understood' },
  /** The link from the network is not signed by the phone's account. */
  link_forged: { codes: [], next: 'retry', problem: null },
  /** The account requires a passkey for linking, and nobody answered in time. */
  passkey_late: { codes: [], next: 'stop', problem: null },
  passkey_refused: { codes: [], next: 'stop', problem: null },
  /** The network refuses a pairing code for the number. */
  pairing_refused: { codes: [], next: 'stop', problem: null },
} as const satisfies Record<string, CloseRule>

export type CloseCause = keyof typeof CLOSES

const BY_CODE: ReadonlyMap<number, CloseCause> = new Map(
  (Object.entries(CLOSES) as [CloseCause, CloseRule][]).flatMap(([cause, { codes }]) =>
    codes.map((code) => [code, cause] as const),
  ),
)

export function causeOfCode(code: number | null): CloseCause {
  return BY_CODE.get(code ?? 0) ?? 'connection_lost'
}

/** Why a connection ended, according to the network. */
export const Close = z.object({
  cause: z.enum(Object.keys(CLOSES) as CloseCause[]),
  /** The network's own code; null where there is none. */
  code: z.nullable(z.number()),
  /** When a ban ends, in epoch milliseconds; null where the network did not say. */
  until: z.nullable(z.number()),
})
export type Close = Readonly<z.infer<typeof Close>>

export const closeOf = (
  cause: CloseCause,
  { code = null, until = null }: Partial<Close> = {},
): Close => ({ cause, code, until })
