/** Calls the one function that a room above has set. */
export interface UpwardCall<A extends unknown[], R> {
  (...args: A): R
  set(answer: (...args: A) => R): void
}

/** Calls every function that rooms above have added, in order. */
export interface Listeners<A extends unknown[], R = void> {
  (...args: A): R
  add(listener: (...args: A) => R): void
}

/**
 * Calls from a room into rooms above it, which it does not know: they set the functions while the
 * server is assembled, and all are set before it starts.
 */
export function createUpwardCalls() {
  const missing = new Set<string>()

  return {
    one<A extends unknown[], R>(name: string): UpwardCall<A, R> {
      missing.add(name)
      let answer: ((...args: A) => R) | null = null
      const call = (...args: A): R => {
        if (!answer) throw new Error(`No room answers this call: ${name}.`)
        return answer(...args)
      }
      return Object.assign(call, {
        set(to: (...args: A) => R): void {
          if (answer) throw new Error(`Two rooms answer this call: ${name}.`)
          answer = to
          missing.delete(name)
        },
      })
    },

    /** Before the first part starts: throws while a call has no room that answers it. */
    requireAll(): void {
      if (missing.size > 0) {
        throw new Error(`No room answers these calls: ${[...missing].join(', ')}.`)
      }
    },
  }
}

/** An error of a listener skips those after it. */
export function createListeners<A extends unknown[]>(): Listeners<A> {
  const listeners: ((...args: A) => void)[] = []
  const notify = (...args: A): void => {
    for (const listener of listeners) listener(...args)
  }
  return Object.assign(notify, {
    add: (listener: (...args: A) => void): void => void listeners.push(listener),
  })
}

/**
 * Awaits each listener before the next. An error is thrown after all were called: each is safe to
 * call again.
 */
export function createListenersInTurn<A extends unknown[]>(): Listeners<A, Promise<void>> {
  const listeners: ((...args: A) => Promise<void>)[] = []
  const notify = async (...args: A): Promise<void> => {
    const faults: unknown[] = []
    for (const listener of listeners) {
      await listener(...args).catch((fault: unknown) => faults.push(fault))
    }
    if (faults.length > 0) throw faults[0]
  }
  return Object.assign(notify, {
    add: (listener: (...args: A) => Promise<void>): void => void listeners.push(listener),
  })
}
