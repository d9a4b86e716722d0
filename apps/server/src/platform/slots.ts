/** Counts what is open under each key. */
export function createSlots(perKey: number) {
  const open = new Map<string, number>()

  return {
    isFull: (key: string): boolean => (open.get(key) ?? 0) >= perKey,
    /** Takes a slot until the returned function is called; null when all are taken. */
    take(key: string): (() => void) | null {
      const others = open.get(key) ?? 0
      if (others >= perKey) return null
      open.set(key, others + 1)
      return () => {
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
  }
}
