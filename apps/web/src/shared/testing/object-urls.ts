import { vi } from 'vitest'

/** Stubs object URLs, which jsdom lacks, until `vi.unstubAllGlobals`. */
export function stubObjectUrls(): void {
  const statics = { createObjectURL: () => 'blob:http://k/1', revokeObjectURL: () => undefined }
  vi.stubGlobal('URL', Object.assign(class extends URL {}, statics))
}
