/** Calls the one function that a room above has set. */
export interface UpwardCall<A extends unknown[], R> {
  (...given: A): R
  set(answer: (...given: A) => R): void
}

/** Calls every function that rooms above have added, in the order in which they were added. */
export interface Listeners<A extends unknown[], R = void> {
  (...told: A): R
  add(listener: (...told: A) => R): void
}

/**
 * What a room calls in rooms above it, of which it knows none: they set their functions while the
 * server is put together, and from its start on all of them are there.
 */
export function createUpwardCalls() {
  const missing = new Set<string>()

  return {
    one<A extends unknown[], R>(name: string): UpwardCall<A, R> {
      missing.add(name)
      let answer: ((...given: A) => R) | null = null
      const call = (...given: A): R => {
        if (!answer) throw new Error(`No room answers this call: ${name}.`)
        return answer(...given)
      }
      return Object.assign(call, {
        set(to: (...given: A) => R): void {
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

/** A listener that fails keeps the news from those after it. */
export function createListeners<A extends unknown[]>(): Listeners<A> {
  const listeners: ((...told: A) => void)[] = []
  const tell = (...told: A): void => {
    for (const listener of listeners) listener(...told)
  }
  return Object.assign(tell, {
    add: (listener: (...told: A) => void): void => void listeners.push(listener),
  })
}

/**
 * Each is waited for before the next is called. A fault is thrown once all were called: each is
 * safe to call again.
 */
export function createListenersInTurn<A extends unknown[]>(): Listeners<A, Promise<void>> {
  const listeners: ((...told: A) => Promise<void>)[] = []
  const tell = async (...told: A): Promise<void> => {
    const faults: unknown[] = []
    for (const listener of listeners) {
      await listener(...told).catch((fault: unknown) => faults.push(fault))
    }
    if (faults.length > 0) throw faults[0]
  }
  return Object.assign(tell, {
    add: (listener: (...told: A) => Promise<void>): void => void listeners.push(listener),
  })
}
