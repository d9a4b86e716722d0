import { setImmediate } from 'node:timers/promises'

/** Holds what passes through it until the test lets all go on, and what comes after them. */
export function createGates() {
  const gates: (() => void)[] = []
  return {
    pass: () => new Promise<void>((open) => gates.push(open)),
    /** Resolves once nothing has come for some turns of the event loop. */
    async letAll(): Promise<void> {
      for (let idle = 0; idle < 5; idle++) {
        await setImmediate()
        const gate = gates.shift()
        if (gate) idle = 0
        gate?.()
      }
    },
  }
}
