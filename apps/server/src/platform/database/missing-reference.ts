const POSTGRES_FOREIGN_KEY = '23503'
const SQLITE_FOREIGN_KEY = 787

/** Whether a statement failed because a referenced row was deleted between reading and writing. */
export function isMissingReference(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === POSTGRES_FOREIGN_KEY) return true
  return 'errcode' in error && error.errcode === SQLITE_FOREIGN_KEY
}
