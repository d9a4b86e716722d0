import { login, type Session } from '@kirim/contract/accounts'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { type FieldIssue, fieldIssues, fieldProblem } from '#shared/forms/field-issue.ts'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { LoginValues } from './login-values.ts'

export type LoginField = 'email' | 'password'

export type SignInOutcome =
  | { session: Session }
  /** Validation errors; no call was made. */
  | { problems: LoginProblems }
  /** The server's refusal, translated when called, with errors by field. */
  | { refusal: (fallback: string) => string; problems: LoginProblems }

/** Errors by field, translated when called. */
export type LoginProblems = Partial<Record<LoginField, () => string | undefined>>

/** Validates the sign-in form and calls the server. Never throws. */
export async function signIn(values: Record<LoginField, string>): Promise<SignInOutcome> {
  const parsed = LoginValues.safeParse(values)
  if (!parsed.success) {
    const found = [...fieldIssues(parsed.error)]
    const problems = found.map(([field, issue]) => [field, () => fieldProblem(issue)])
    return { problems: Object.fromEntries(problems) }
  }
  try {
    return { session: await request(login, { body: parsed.data }) }
  } catch (error) {
    const problems: LoginProblems = {}
    const setError = (field: LoginField, issue: FieldIssue) => {
      problems[field] = () => fieldProblem(issue)
    }
    placeIssues({ getValues: () => values, setError }, error)
    return { refusal: (fallback) => messageOf(error, fallback), problems }
  }
}
