import type { EventEmitter } from 'node:events'
import type { Clock } from './clock.ts'
import type { Forgeries } from './forgeries.ts'
import type { KeyedLock } from './keyed-lock.ts'
import type { LiveDevices } from './live.ts'
import type { MediaFiles } from './media/media-files.ts'
import type { Mailbox } from './messaging/mailbox.ts'
import type { Companions } from './store/companions.ts'
import type { Store } from './store/database.ts'
import type { Deliveries } from './store/deliveries.ts'
import type { Directory } from './store/directory.ts'
import type { Groups } from './store/groups.ts'
import type { Messages } from './store/messages.ts'
import type { Phones } from './store/phones.ts'
import type { SenderKeys } from './store/sender-keys.ts'
import type { NetworkEvents, ReceiptTiming } from './types.ts'
import type { WeatherStore } from './weather/weather-store.ts'

/** The services shared by all parts of the network. */
export interface Core {
  store: Store
  clock: Clock
  events: EventEmitter<NetworkEvents>
  directory: Directory
  phones: Phones
  companions: Companions
  messages: Messages
  groups: Groups
  deliveries: Deliveries
  senderKeys: SenderKeys
  mailbox: Mailbox
  live: LiveDevices
  /** Serialises the Signal operations of one device; keys are `deviceKey`s. */
  locks: KeyedLock
  files: MediaFiles
  timing: ReceiptTiming
  forgeries: Forgeries
  weather: WeatherStore
  /** The host to whose pages passkeys answer. */
  relyingParty: string
  /** Reports faults that must not stop the network. */
  report(error: Error): void
}
