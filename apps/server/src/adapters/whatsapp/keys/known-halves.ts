import { z } from 'zod/mini'

const KIND = 'lid-mapping'
const LID_SERVER = '@lid'

/** Somebody as the network names them. */
interface Named {
  readonly userId: string
  readonly phoneNumber: string | null
  readonly lid: string | null
}

/** A user of the network, as the driver stores it. */
const Stored = z.string().check(z.maxLength(64), z.regex(/^\d+$/))

/** A piece of each of the owner's devices. */
type ReadPieces = (userId: string, kind: string, name: string) => Promise<readonly string[]>

/**
 * The numbers of an identity, or the identities of a number, that the driver keeps for any of an
 * owner's devices: each learns them from those it writes to, and from those who write to it.
 */
export function createKnownHalves(read: ReadPieces) {
  return async ({ userId, phoneNumber, lid }: Named): Promise<string[]> => {
    const name = lid === null ? phoneNumber : `${lid.replace(LID_SERVER, '')}_reverse`
    if (name === null) return []
    const users = new Set((await read(userId, KIND, name)).flatMap(readUser))
    return [...users].map((user) => (lid === null ? `${user}${LID_SERVER}` : user))
  }
}

function readUser(text: string): string[] {
  try {
    return [Stored.parse(JSON.parse(text))]
  } catch {
    return []
  }
}
