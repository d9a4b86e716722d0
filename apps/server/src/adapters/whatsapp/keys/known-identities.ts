import { z } from 'zod/mini'

const KIND = 'lid-mapping'
const LID_SERVER = '@lid'

/** A person as the network names them. */
interface NetworkPerson {
  readonly workspaceId: string
  readonly phoneNumber: string | null
  readonly lid: string | null
}

/** The user part of an address, as the driver stores it. */
const StoredUser = z.string().check(z.maxLength(64), z.regex(/^\d+$/))

/** Reads the same piece from each of the owner's devices. */
type ReadPieces = (workspaceId: string, kind: string, name: string) => Promise<readonly string[]>

/**
 * Finds the numbers of a LID, or the LIDs of a number, that the driver has learned on any of the
 * owner's devices from sent and received messages.
 */
export function createKnownIdentities(read: ReadPieces) {
  return async ({ workspaceId, phoneNumber, lid }: NetworkPerson): Promise<string[]> => {
    const name = lid === null ? phoneNumber : `${lid.replace(LID_SERVER, '')}_reverse`
    if (name === null) return []
    const users = new Set((await read(workspaceId, KIND, name)).flatMap(readUser))
    return [...users].map((user) => (lid === null ? `${user}${LID_SERVER}` : user))
  }
}

function readUser(text: string): string[] {
  try {
    return [StoredUser.parse(JSON.parse(text))]
  } catch {
    return []
  }
}
