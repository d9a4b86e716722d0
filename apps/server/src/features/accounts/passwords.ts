import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Semaphore } from 'async-mutex'

/** Each keeps a core busy; what is written to the disk waits for the same few threads. */
const places = new Semaphore(Math.max(1, Math.min(2, availableParallelism() - 1)))

/** argon2id with the library's OWASP parameters. */
export function hashPassword(password: string): Promise<string> {
  return places.runExclusive(() => hash(password))
}

export function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return places.runExclusive(() => verify(passwordHash, password))
}

let decoy: Promise<string> | undefined

/** Costs what a real check costs, so that an unknown e-mail does not answer faster. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  decoy ??= hashPassword('a password that nobody has')
  await passwordMatches(await decoy, password)
  return false
}
