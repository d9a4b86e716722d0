import type { SharedHistory } from '../adapters/whatsapp/receive/read-history.ts'

/** Keeps nothing of what a phone shares. */
export const silentHistory = {
  addPart: async () => crypto.randomUUID(),
  parts: async () => [],
  partsOf: async () => [],
  keptSince: async () => null,
  keep: async () => {},
  partRead: async () => {},
  partFailed: async () => {},
} satisfies SharedHistory & { partsOf(): Promise<[]> }
