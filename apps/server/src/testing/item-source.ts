import { createItemSource } from '../features/chatbots/items/responder-items.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { Db } from '../platform/database/database.ts'

/** What the responder reads of chatbots. */
export const itemSourceOn = (db: Db) => createItemSource(db, createKnownDevices(db))
