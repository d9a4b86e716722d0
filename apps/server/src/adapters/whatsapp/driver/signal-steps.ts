import { AsyncLocalStorage } from 'node:async_hooks'
import { SessionBuilder, SessionCipher } from 'libsignal'

type Step = () => Promise<unknown>
type Storage = Readonly<Record<string, (...args: unknown[]) => unknown>>

/** What libsignal's types leave out. */
interface Cipher {
  queueJob(step: Step): Promise<unknown>
}
interface Builder {
  readonly storage: Storage
  initOutgoing(keys: unknown): Promise<void>
}

let inPlace = false

/**
 * Keeps each step of a Signal session in the transaction of whoever asked for it. libsignal queues
 * steps by the person alone, for all devices of the process, and runs one that had to wait as a
 * part of the first: in another device's transaction, which stores nothing for this one, or in one
 * of its own that is over by then. Its keys were never stored, and the next message used them
 * again. Called once per process.
 */
export function keepStepsApart(): void {
  if (inPlace) return
  inPlace = true
  const cipher = SessionCipher.prototype as unknown as Cipher
  const { queueJob } = cipher
  cipher.queueJob = function (this: Cipher, step) {
    const here = AsyncLocalStorage.snapshot()
    return queueJob.call(this, () => here(step))
  }
  const builder = SessionBuilder.prototype as unknown as Builder
  const { initOutgoing } = builder
  // It queues its step by itself, which does nothing else that depends on where it runs.
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
