/** A turn that is taken and given back, in the order in which it was asked for. */
export function createTurns() {
  const queue: (() => void)[] = []
  let taken = false

  return {
    async take(): Promise<void> {
      if (taken) await new Promise<void>((next) => queue.push(next))
      taken = true
    },

    give(): void {
      const next = queue.shift()
      // Handed over at once, so that nobody who comes just now goes first.
      if (next) next()
      else taken = false
    },
  }
}
