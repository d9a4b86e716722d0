import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { Semaphore } from 'async-mutex'

/** Each hash keeps a core busy, and disk writes share the same thread pool. */
const places = new Semaphore(Math.max(1, Math.min(2, availableParallelism() - 1)))

/** The cost of a hash; verifying costs the same. */
export type PasswordCost = Pick<Options, 'memoryCost' | 'timeCost'>

export interface Passwords {
  hash(password: string): Promise<string>
  matches(passwordHash: string, password: string): Promise<boolean>
  /** Takes as long as a real check, so that response times do not reveal which e-mails exist. */
  matchesNothing(password: string): Promise<false>
}

/** argon2id, by default with the library's OWASP parameters. */
export function createPasswords(cost: PasswordCost = {}): Passwords {
  let decoy: Promise<string> | undefined
  const passwords: Passwords = {
    hash: (password) => places.runExclusive(() => hash(password, cost)),
    matches: (passwordHash, password) => places.runExclusive(() => verify(passwordHash, password)),
    async matchesNothing(password) {
      decoy ??= passwords.hash('a password that nobody has')
      await passwords.matches(await decoy, password)
      return false
    },
  }
  return passwords
}
