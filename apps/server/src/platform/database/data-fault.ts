/** SQLite: too big, a constraint, a mismatch. */
const SQLITE_OF_THE_DATA = new Set([18, 19, 20])
/** PostgreSQL: data that it cannot take, a constraint. */
const POSTGRES_OF_THE_DATA = /^2[23]/

/**
 * Whether what was to be written can never be, unlike a database that is full or gone: then trying
 * again later does not help.
 */
export function isDataFault(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return SQLITE_OF_THE_DATA.has(errcode & 0xff)
  return typeof code === 'string' && POSTGRES_OF_THE_DATA.test(code)
}
