import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Semaphore } from 'async-mutex'

/** Each hash keeps a core busy, and disk writes share the same thread pool. */
const places = new Semaphore(Math.max(1, Math.min(2, availableParallelism() - 1)))

/** argon2id with the library's OWASP parameters. */
export function hashPassword(password: string): Promise<string> {
  return places.runExclusive(() => hash(password))
}

export function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return places.runExclusive(() => verify(passwordHash, password))
}

let decoy: Promise<string> | undefined

/** Takes as long as a real check, so that response times do not reveal which e-mails exist. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  decoy ??= hashPassword('a password that nobody has')
  await passwordMatches(await decoy, password)
  return false
}
