/** A new id of a message, by which the server knows it when it is sent again; 128 random bits. */
export function newClientId(): string {
  // `randomUUID` needs HTTPS.
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
