import { currentBearer } from '#shared/api/bearer.ts'

/**
 * Revokes the current token at the server. Sent at once, without waiting for the API client to
 * load; the result is ignored.
 */
export function revokeToken(): void {
  const token = currentBearer()
  if (!token) return
  fetch('/api/users/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined)
}
