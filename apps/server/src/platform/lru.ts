/**
 * LRU options for at most `entries` items. The library's option `max` would allocate room for all
 * of them at once, 280 KB for 10,000, and there are several caches per device.
 */
export function maxEntries(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
