import { DomainError } from '../errors.ts'

const OF_ONE_MEMBER = 6
const OF_ALL = 150

/** Each upload keeps its fields in memory until it is answered: so many at once, and not all of one member. */
export function createUploadSlots(ofOneMember = OF_ONE_MEMBER, ofAll = OF_ALL) {
  const byMember = new Map<string, number>()
  let all = 0

  function release(userId: string) {
    all -= 1
    const left = (byMember.get(userId) ?? 0) - 1
    if (left > 0) byMember.set(userId, left)
    else byMember.delete(userId)
  }

  return {
    /** Runs an upload of a member in a slot. Throws `too_many_uploads`. */
    async within<T>(userId: string, upload: () => Promise<T>): Promise<T> {
      const own = byMember.get(userId) ?? 0
      if (own >= ofOneMember || all >= ofAll) throw new DomainError('too_many_uploads')
      byMember.set(userId, own + 1)
      all += 1
      try {
        return await upload()
      } finally {
        release(userId)
      }
    },
  }
}
