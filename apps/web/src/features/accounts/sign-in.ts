import { login, type Session } from '@kirim/contract/accounts'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { LoginValues } from './login-values.ts'

export type LoginField = 'email' | 'password'

export type SignInOutcome =
  | { session: Session }
  /** What is wrong with a field, as an English key; no call was made. */
  | { problems: Partial<Record<LoginField, string>> }
  /** Why it failed, in the language of the moment it is asked for. */
  | { refusal: (fallback: string) => string }

/** Checks the fields of the sign-in form and asks the server. Never throws. */
export async function signIn(values: Record<LoginField, string>): Promise<SignInOutcome> {
  const parsed = LoginValues.safeParse(values)
  if (!parsed.success) {
    const problems: Partial<Record<LoginField, string>> = {}
    for (const { path, message } of parsed.error.issues) {
      problems[path[0] as LoginField] ??= message
    }
    return { problems }
  }
  try {
    return { session: await request(login, { body: parsed.data }) }
  } catch (error) {
    return { refusal: (fallback) => messageOf(error, fallback) }
  }
}
