/** The browser's own id of a message: 128 random bits; `randomUUID` needs HTTPS. */
export function newClientId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))]
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('')
}
