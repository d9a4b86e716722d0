import { AsyncLocalStorage } from 'node:async_hooks'

type TakeFault = (error: unknown) => void

const around = new AsyncLocalStorage<TakeFault>()

/**
 * Runs `work`; unhandled errors in it, or in any callback, timer or promise that it starts, go to
 * `takeFault` instead of ending the process. The innermost bulkhead takes them.
 */
export function inBulkhead<T>(takeFault: TakeFault, work: () => T): T {
  return around.run(takeFault, work)
}

/** The same for each call of an object's methods. */
export function callInBulkhead<T extends object>(takeFault: TakeFault, methods: T): T {
  const entries = Object.entries(methods).map(([name, method]) => [
    name,
    typeof method === 'function'
      ? (...args: unknown[]) => inBulkhead(takeFault, () => method(...args))
      : method,
  ])
  return Object.fromEntries(entries) as T
}

/**
 * Passes an error to its bulkhead. Call in the handlers of `unhandledRejection` and
 * `uncaughtException`: Node runs them in the context of the error. False when it has no bulkhead,
 * or the bulkhead fails.
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
