import { AsyncLocalStorage } from 'node:async_hooks'

type TakeFault = (error: unknown) => void

const around = new AsyncLocalStorage<TakeFault>()

/**
 * Runs `work` so that a rejection or exception that nobody owns, in it or in any callback, timer or
 * promise that it starts, goes to `takeFault` instead of ending the process. The innermost bulkhead
 * takes it.
 */
export function inBulkhead<T>(takeFault: TakeFault, work: () => T): T {
  return around.run(takeFault, work)
}

/** The same for each call of an object's methods. */
export function callInBulkhead<T extends object>(takeFault: TakeFault, methods: T): T {
  const entries = Object.entries(methods).map(([name, method]) => [
    name,
    typeof method === 'function'
      ? (...given: unknown[]) => inBulkhead(takeFault, () => method(...given))
      : method,
  ])
  return Object.fromEntries(entries) as T
}

/**
 * Hands a fault to the bulkhead in which it began. Call in the handlers of `unhandledRejection` and
 * `uncaughtException`: Node runs them in the context of the fault. False when it began in none, or
 * its bulkhead fails in turn.
 */
export function takeByBulkhead(error: unknown): boolean {
  const takeFault = around.getStore()
  if (!takeFault) return false
  try {
    takeFault(error)
    return true
  } catch {
    return false
  }
}
