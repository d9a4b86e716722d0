import { ProfileBody } from '@kirim/contract/accounts'
import { z } from 'zod'
import { textKey } from '#shared/i18n/text-key.ts'

export const PASSWORDS_DIFFER = textKey('Password and confirmation password do not match.')

/** The fields of the profile form: a new password must be typed twice (SPEC §5 Profile). */
export const ProfileValues = ProfileBody.extend({ confirmation: z.string() }).refine(
  ({ password, confirmation }) => password === undefined || password === confirmation,
  { message: PASSWORDS_DIFFER, path: ['confirmation'] },
)
