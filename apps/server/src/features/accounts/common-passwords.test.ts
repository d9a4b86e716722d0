import { expect, test } from 'vitest'
import { refuseCommonPassword } from './common-passwords.ts'

test.each(['password', 'password123', 'PassWord1', '1234567890', 'qwertyuiop', 'iloveyou'])(
  '%j is refused',
  async (password) => {
    await expect(refuseCommonPassword(password)).rejects.toMatchObject({
      code: 'password_too_common',
    })
  },
)

test.each(['correct horse', 'password123!', ' password', 'kopi-ais-panas', 'password1234'])(
  '%j is not among the commonest ten thousand',
  async (password) => {
    await expect(refuseCommonPassword(password)).resolves.toBeUndefined()
  },
)
