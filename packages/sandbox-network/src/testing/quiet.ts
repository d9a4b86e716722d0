import { afterAll, beforeAll, vi } from 'vitest'

/** Suppresses libsignal's output of whole sessions. */
export function silenceLibsignal(): void {
  const methods = ['info', 'warn', 'error'] as const
  beforeAll(() => {
    for (const method of methods) vi.spyOn(console, method).mockImplementation(() => {})
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
}
