import { ResetPasswordBody } from '@kirim/contract/password-reset'
import { z } from 'zod'
import { PASSWORDS_DIFFER } from './profile-values.ts'

/** A new password, typed twice. */
export const ResetValues = ResetPasswordBody.pick({ password: true })
  .extend({ confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, {
    message: PASSWORDS_DIFFER,
    path: ['confirmation'],
  })
