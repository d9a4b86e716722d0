import { AsyncLocalStorage } from 'node:async_hooks'
import { SessionBuilder, SessionCipher } from 'libsignal'

type Step = () => Promise<unknown>
type Storage = Readonly<Record<string, (...args: unknown[]) => unknown>>

/** Missing from libsignal's types. */
interface Cipher {
  queueJob(step: Step): Promise<unknown>
}
interface Builder {
  readonly storage: Storage
  initOutgoing(keys: unknown): Promise<void>
}

let isEnabled = false

/**
 * Runs each step of a Signal session in the async context of its caller. libsignal queues steps by
 * person, for all devices of the process, and runs a queued step in the context of the first one:
 * inside another device's transaction, which stores nothing for this device, or inside one that has
 * ended. Its keys were then never stored, and the next message reused them.
 */
export function keepStepsApart(): void {
  if (isEnabled) return
  isEnabled = true
  const cipher = SessionCipher.prototype as unknown as Cipher
  const { queueJob } = cipher
  cipher.queueJob = function (this: Cipher, step) {
    const here = AsyncLocalStorage.snapshot()
    return queueJob.call(this, () => here(step))
  }
  const builder = SessionBuilder.prototype as unknown as Builder
  const { initOutgoing } = builder
  // `initOutgoing` queues its own step; only the storage depends on the context.
  builder.initOutgoing = function (this: Builder, keys) {
    const storage = { value: usedFromHere(this.storage) }
    return initOutgoing.call(Object.create(this, { storage }), keys)
  }
}

function usedFromHere(storage: Storage): Storage {
  const here = AsyncLocalStorage.snapshot()
  return Object.fromEntries(
    Object.entries(storage).map(([name, use]) => [name, (...args) => here(use, ...args)]),
  )
}
