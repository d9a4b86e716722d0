import { createPasswords, type PasswordCost } from '../features/accounts/passwords.ts'

/** The library's minimum, because tests register thousands of accounts. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1 }

export const cheapPasswords = createPasswords(CHEAP_PASSWORDS)
