import { ResetPasswordBody } from '@kirim/contract/password-reset'
import * as z from 'zod/mini'
import { PASSWORDS_DIFFER } from './profile-values.ts'

/** A new password, typed twice. */
export const ResetValues = z
  .extend(z.pick(ResetPasswordBody, { password: true }), { confirmation: z.string() })
  .check(
    z.refine(({ password, confirmation }) => password === confirmation, {
      message: PASSWORDS_DIFFER,
      path: ['confirmation'],
    }),
  )
