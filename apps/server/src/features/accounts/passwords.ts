import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's OWASP parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

export function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password)
}

let decoy: Promise<string> | undefined

/** Costs what a real check costs, so that an unknown e-mail does not answer faster. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= hashPassword('a password that nobody has')
  await verify(await decoy, password)
  return false
}
