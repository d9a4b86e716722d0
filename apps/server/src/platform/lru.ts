/**
 * Options of a cache of at most so many entries. With its option `max` the library reserves the
 * room of all of them at once, 280 KB for 10,000, and there are several caches for each device.
 */
export function upTo(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
