import { EventEmitter } from 'node:events'
import { systemClock } from './clock.ts'
import { createForgeries } from './forgeries.ts'
import { createKeyedLock } from './keyed-lock.ts'
import { createLiveDevices } from './live.ts'
import { createMediaFiles } from './media/media-files.ts'
import { createMailbox } from './messaging/mailbox.ts'
import { createCompanions } from './store/companions.ts'
import { openStore } from './store/database.ts'
import { createDeliveries } from './store/deliveries.ts'
import { createDirectory } from './store/directory.ts'
import { createGroups } from './store/groups.ts'
import { createMessages } from './store/messages.ts'
import { createPhones } from './store/phones.ts'
import { createSenderKeys } from './store/sender-keys.ts'
import type { NetworkEvents, ReceiptTiming, SandboxOptions } from './types.ts'
import { createWeatherStore } from './weather/weather-store.ts'

const DEFAULT_TIMING = { deliveredMs: 300, readMs: 900 }
const DEFAULT_MEDIA_LIMIT = 100 * 1024 * 1024

/** The services shared by all parts of the network. */
export type Core = ReturnType<typeof openCore>

/** Opens a data folder. Throws `data_dir_in_use`. */
export function openCore(options: SandboxOptions) {
  const { dataDir, clock = systemClock, onFault = () => {} } = options
  const store = openStore(dataDir)
  const live = createLiveDevices()
  const directory = createDirectory(store)
  return {
    store,
    clock,
    live,
    directory,
    events: new EventEmitter<NetworkEvents>(),
    phones: createPhones(store, directory, live),
    companions: createCompanions(store),
    messages: createMessages(store),
    groups: createGroups(store, directory),
    deliveries: createDeliveries(store),
    senderKeys: createSenderKeys(store),
    mailbox: createMailbox(store, live),
    /** Serialises the Signal operations of one device; keys are `deviceKey`s. */
    locks: createKeyedLock(),
    files: createMediaFiles(dataDir, options.mediaLimitBytes ?? DEFAULT_MEDIA_LIMIT),
    timing: { ...DEFAULT_TIMING, ...options.receipts } as ReceiptTiming,
    forgeries: createForgeries(),
    weather: createWeatherStore(store, clock),
    /** The relying party of passkeys. */
    relyingParty: options.relyingParty ?? 'localhost',
    /** Reports faults that must not stop the network. */
    report: onFault,
  }
}
