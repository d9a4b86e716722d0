import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'
import type { Ciphertext } from '../signal/contact-session.ts'
import type { DeviceAddress } from '../store/companions.ts'
import type { ChatKey } from '../store/messages.ts'
import { chance } from './chance.ts'

/** A contact's message as the devices receive it, corrupted if the weather says so. */
export function asSent(
  core: Core,
  { phone }: ChatKey,
  message: { id: string; sealed: Ciphertext; again?: boolean },
): Ciphertext {
  const { sealed, ...rest } = message
  return { ...sealed, body: bodyAsSent(core, phone, { ...rest, body: sealed.body }) }
}

/** The same for the body alone, which all devices in a group share. */
export function bodyAsSent(
  core: Core,
  phone: string,
  message: { id: string; body: Uint8Array; again?: boolean },
): Buffer {
  const { id, again = false } = message
  const body = Buffer.from(message.body)
  const weather = core.weather.now(phone)
  if (weather.kind !== 'undecryptable' || (again && !weather.lasting)) return body
  if (chance(weather.seed ?? 0, id) >= (weather.share ?? 1)) return body
  core.weather.strike(phone)
  return broken(body)
}

/** The end of a message is its MAC. */
function broken(body: Buffer): Buffer {
  const copy = Buffer.from(body)
  const last = copy.length - 1
  copy[last] = (copy[last] ?? 0) ^ 0xff
  return copy
}

/** Whether a contact requests a readable message again. */
export function asksAgain(core: Core, { phone, contact }: ChatKey, id: string): boolean {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'receipts' || !weather.retries) return false
  const requests =
    core.store.one<{ attempts: number }>(
      'SELECT attempts FROM undecrypted WHERE phone = ? AND contact = ? AND id = ?',
      phone,
      contact,
      id,
    )?.attempts ?? 0
  if (requests >= weather.retries) return false
  core.weather.strike(phone)
  return true
}

/** Whether a device receives nothing more because it refused a message. */
export function withholdsFrom(
  core: Core,
  { phone }: DeviceAddress,
  { attrs }: BinaryNode,
): boolean {
  const weather = core.weather.now(phone)
  if (attrs.class !== 'message' || !attrs.error) return false
  if (weather.kind !== 'undecryptable' || !weather.withholds) return false
  core.weather.strike(phone)
  return true
}
