import * as z from 'zod/mini'
import { NewPassword } from './accounts.ts'
import { call } from './call.ts'
import { IdParams, Moment } from './fields.ts'
import { SECRET_MAX_LENGTH } from './limits.ts'

export const createResetLink = call({
  method: 'POST',
  path: '/admin/users/:id/reset-link',
  access: 'admin',
  security: { event: 'reset_link_made' },
  summary: 'Make a one-time link for a new password; it replaces an earlier one of that member',
  params: IdParams,
  status: 201,
  response: z.object({ token: z.string(), expiresAt: Moment }),
})

export const ResetPasswordBody = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(SECRET_MAX_LENGTH)),
  password: NewPassword,
})

export const resetPassword = call({
  method: 'POST',
  path: '/users/reset-password',
  access: 'public',
  security: { event: 'reset_link_used' },
  needsNoRoom: true,
  summary: 'Set a new password by a one-time link; revokes every token of the account',
  body: ResetPasswordBody,
  status: 200,
  /** The e-mail to sign in with. */
  response: z.object({ email: z.string() }),
})
