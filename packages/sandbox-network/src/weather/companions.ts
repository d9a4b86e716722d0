import { jidDecode } from 'baileys'
import type { Core } from '../core.ts'
import { requestRetry } from '../messaging/retries.ts'
import type { DeviceAddress } from '../store/companions.ts'
import type { ChatKey } from '../store/messages.ts'

const DEFAULT_DEVICES = 2

/** The numbers of a contact's devices: its phone, 0, and its companions. */
export function devicesOf(core: Core, { phone, contact }: ChatKey): number[] {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'companions' || core.phones.find(contact)) return [0]
  return Array.from({ length: 1 + (weather.devices ?? DEFAULT_DEVICES) }, (_, device) => device)
}

/** A resent message for one companion. */
export const isForCompanion = (core: Core, contact: string, to: string): boolean =>
  (jidDecode(to)?.device ?? 0) > 0 && !core.phones.find(contact)

/** Makes the first companion request a message again. Runs inside a transaction. */
export function askFromCompanion(
  core: Core,
  device: DeviceAddress,
  chat: ChatKey,
  { id, to }: { id: string; to: string },
): void {
  const weather = core.weather.now(chat.phone)
  if (weather.kind !== 'companions' || !weather.asks) return
  if (!devicesOf(core, chat).includes(1)) return
  core.weather.strike(chat.phone)
  requestRetry(core, device, { chat, id, attrs: { from: to.replace('@', ':1@') } })
}
