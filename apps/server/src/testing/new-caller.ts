import type { TestApp } from './test-app.ts'

/** A new user, and calls of the API in their name. */
export async function newCaller(app: Pick<TestApp, 'call' | 'newUser'>) {
  const session = await app.newUser()
  const { token } = session
  return {
    session,
    call: (method: string, path: string, body?: unknown) =>
      app.call(method, path, { token, ...(body !== undefined && { body }) }),
  }
}
