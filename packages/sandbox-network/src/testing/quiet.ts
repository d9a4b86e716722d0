import { afterAll, beforeAll, vi } from 'vitest'

/** libsignal prints whole sessions; a test run has no use for them. */
export function silenceLibsignal(): void {
  const methods = ['info', 'warn', 'error'] as const
  beforeAll(() => {
    for (const method of methods) vi.spyOn(console, method).mockImplementation(() => {})
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
}
