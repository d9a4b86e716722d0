import { vi } from 'vitest'

/** jsdom has no addresses for what is in memory; until the globals are put back. */
export function stubObjectUrls(): void {
  const statics = { createObjectURL: () => 'blob:http://k/1', revokeObjectURL: () => undefined }
  vi.stubGlobal('URL', Object.assign(class extends URL {}, statics))
}
