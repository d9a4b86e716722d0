/** Places for so many at a time; who comes when all are taken waits for the first that is left. */
export interface Places {
  take(): Promise<void>
  leave(): void
}

export function createPlaces(count: number): Places {
  const waiting: (() => void)[] = []
  let free = count
  return {
    take() {
      if (free > 0) {
        free -= 1
        return Promise.resolve()
      }
      return new Promise((taken) => {
        waiting.push(taken)
      })
    },
    leave() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}
