import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** Each keeps a core busy; what is written to the disk waits for the same few threads. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const waiting: (() => void)[] = []
let working = 0

/** argon2id with the library's OWASP parameters. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

export function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password))
}

let decoy: Promise<string> | undefined

/** Costs what a real check costs, so that an unknown e-mail does not answer faster. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= hashPassword('a password that nobody has')
  await passwordMatches(await decoy, password)
  return false
}

/** In the order they came, however many come at once. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) await new Promise<void>((next) => waiting.push(next))
  else working += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
}
