import { LoginBody } from '@kirim/contract/accounts'
import * as z from 'zod/mini'
import { textKey } from '#shared/i18n/text-key.ts'

// Must accept everything that the register form accepts.
const Email = z.string().check(
  z.refine((text) => z.regexes.html5Email.test(text) || z.regexes.email.test(text), {
    error: textKey('Enter a valid e-mail address.'),
  }),
)

/**
 * The fields of the sign-in form; the e-mail is checked like the browser's e-mail input [5.login].
 */
export const LoginValues = z.extend(LoginBody, { email: z.pipe(LoginBody.shape.email, Email) })
