import { createItemLoader } from '../features/chatbots/items/responder-items.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { Db } from '../platform/database/database.ts'

/** What the responder reads of chatbots. */
export const itemLoaderOn = (db: Db) => createItemLoader(db, createKnownDevices(db))
