/** The network's refusal code for a query; null when the connection ended instead. */
export function refusalCode(error: unknown): number | null {
  const code: unknown = error instanceof Error && 'data' in error ? error.data : null
  return typeof code === 'number' ? code : null
}

const TOO_MANY = 429

/** Whether the network refused a query because this device sends too many. */
export function isOverload(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return Reflect.get(error, 'data') === TOO_MANY || error.message === 'rate-overlimit'
}
