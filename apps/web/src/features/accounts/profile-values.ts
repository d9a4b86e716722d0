import { ProfileBody } from '@kirim/contract/accounts'
import * as z from 'zod/mini'
import { textKey } from '#shared/i18n/text-key.ts'

export const PASSWORDS_DIFFER = textKey('Password and confirmation password do not match.')

/** The fields of the profile form; a new password must be typed twice [5.profile.match]. */
export const ProfileValues = z.extend(ProfileBody, { confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password === undefined || password === confirmation, {
    message: PASSWORDS_DIFFER,
    path: ['confirmation'],
  }),
)
