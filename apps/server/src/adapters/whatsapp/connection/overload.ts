const TOO_MANY = 429

/** The network refused a query because this device asks too much of it. */
export function isOverload(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return Reflect.get(error, 'data') === TOO_MANY || error.message === 'rate-overlimit'
}
