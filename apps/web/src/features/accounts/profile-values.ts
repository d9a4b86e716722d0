import { ProfileBody } from '@kirim/contract/accounts'
import { ResetPasswordBody } from '@kirim/contract/password-reset'
import * as z from 'zod/mini'
import { textKey } from '#shared/i18n/text-key.ts'

const PASSWORDS_DIFFER = textKey('Password and confirmation password do not match.')

/** A new password must be typed twice [5.profile.match]. */
const typedTwice = z.refine<{ password?: string | undefined; confirmation: string }>(
  ({ password, confirmation }) => password === undefined || password === confirmation,
  { message: PASSWORDS_DIFFER, path: ['confirmation'] },
)

/** The fields of the profile form. */
export const ProfileValues = z.extend(ProfileBody, { confirmation: z.string() }).check(typedTwice)

/** The fields of the form of a reset link. */
export const ResetValues = z
  .extend(z.pick(ResetPasswordBody, { password: true }), { confirmation: z.string() })
  .check(typedTwice)
