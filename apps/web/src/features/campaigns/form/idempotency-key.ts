/** Of 128 random bits, quoted as the header wants it; `randomUUID` needs HTTPS. */
export function newIdempotencyKey(): string {
  return `"${crypto.getRandomValues(new Uint32Array(4)).join('-')}"`
}
