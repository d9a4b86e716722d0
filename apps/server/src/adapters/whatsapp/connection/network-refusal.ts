/** The code with which the network refused a question; null when the connection ended instead. */
export function refusalCode(error: unknown): number | null {
  const code: unknown = error instanceof Error && 'data' in error ? error.data : null
  return typeof code === 'number' ? code : null
}
