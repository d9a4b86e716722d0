import { createPasswords, type PasswordCost } from '../features/accounts/passwords.ts'

/** The least that the library allows: tests register by the thousand. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1 }

export const cheapPasswords = createPasswords(CHEAP_PASSWORDS)
