export interface ChatSearchTables {
  search_pending: SearchPendingTable
  search_devices: SearchDeviceTable
  search_messages: SearchMessageTable
  search_backlog: SearchBacklogTable
  search_texts_of_messages: SearchTextsOfMessagesTable
}

/** 0: a message that came in, 1: one that left, 2: a chat, by its name and number. */
export type SearchedWhat = 0 | 1 | 2

/** What changed since it was indexed; written by triggers, and perhaps several times. */
export interface SearchPendingTable {
  what: SearchedWhat
  device_id: string
  /** The id of the message, or of the chat. */
  item_id: string
}

/** The number of a device in `search_messages.no`. */
export interface SearchDeviceTable {
  device_id: string
  no: number
}

/** Something that is found by its words. */
export interface SearchMessageTable {
  /** Its device, whether it is a chat, and its minute; see `features/chats/search/slots.ts`. */
  no: number
  what: SearchedWhat
  device_id: string
  item_id: string
  /** Folded; null on SQLite, whose index needs no text. */
  text: string | null
}

/** How far what older versions stored is indexed; a row is gone once all of its table is. */
export interface SearchBacklogTable {
  what: SearchedWhat
  /** The last key that was indexed. */
  device_id: string
  item_id: string
}

/** The substring index on SQLite. */
export interface SearchTextsOfMessagesTable {
  rowid: number
}
