import { expect, test } from 'vitest'
import { refuseCommonPassword } from './common-passwords.ts'

test.each(['password', 'password123', 'PassWord1', '1234567890', 'qwertyuiop', 'iloveyou'])(
  '%j is refused, whatever unseen is added',
  async (password) => {
    const added = [
      password,
      ` ${password} `,
      `${password}\u200b`,
      `\ufeff${password}\u00a0\u3000`,
      [...password].join('\u00ad'),
      [...password].join('\u2060'),
      `${password}\u3164\u{e0041}\ufe0f`,
      `\t${password}\u0000\u202e`,
    ]
    for (const written of added) {
      await expect(refuseCommonPassword(written)).rejects.toMatchObject({
        code: 'password_too_common',
      })
    }
  },
)

test.each(['correct horse', 'password123!', 'i love you', 'kopi-ais-panas', 'password1234'])(
  '%j is not among the commonest ten thousand',
  async (password) => {
    await expect(refuseCommonPassword(password)).resolves.toBeUndefined()
  },
)
