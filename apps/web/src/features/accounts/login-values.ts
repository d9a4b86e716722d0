import { LoginBody } from '@kirim/contract/accounts'
import { z } from 'zod'
import { textKey } from '#shared/i18n/text-key.ts'

const Email = z.email({
  pattern: z.regexes.html5Email,
  error: textKey('Enter a valid e-mail address.'),
})

/** The fields of the sign-in form; the e-mail has the check of the browser's own e-mail type (SPEC §5 Login). */
export const LoginValues = LoginBody.extend({ email: LoginBody.shape.email.pipe(Email) })
