import type { PreflightPreview } from '@kirim/contract/campaign-preflight'
import { PREVIEW_DRAWS } from '@kirim/contract/limits'
import type { PersonReading } from '@kirim/message-template/placeholders'
import type { ReachedPerson } from './people-pages.ts'

export interface Picked {
  readonly kind: PreflightPreview['kind']
  readonly person: ReachedPerson
}

interface Candidate {
  readonly person: ReachedPerson
  readonly reading: PersonReading
}

/**
 * Picks three who show most of a text: somebody plain, the one with the longest values, and one
 * whose values are missing. Remembers some of each, so that another draw shows others.
 */
export function createPeoplePicker() {
  const complete: Candidate[] = []
  const incomplete: Candidate[] = []
  const longest: Candidate[] = []
  /** How many lack each placeholder. */
  const lacking = new Map<string, number>()

  return {
    add(person: ReachedPerson, reading: PersonReading): void {
      const candidate = { person, reading }
      for (const name of reading.missing) lacking.set(name, (lacking.get(name) ?? 0) + 1)
      const alike = reading.missing.length > 0 ? incomplete : complete
      if (alike.length < 2 * PREVIEW_DRAWS) alike.push(candidate)
      keepLongest(longest, candidate)
    },

    lacking: lacking as ReadonlyMap<string, number>,

    /** Three different people, fewer when there are fewer. */
    pick(draw: number): Picked[] {
      const picked: Picked[] = []
      const take = (kind: Picked['kind'], from: readonly Candidate[], place: number) => {
        const free = from.filter(({ person }) => picked.every((one) => one.person !== person))
        const found = free[place % free.length]
        if (found) picked.push({ kind, person: found.person })
      }
      take('missing', incomplete, draw)
      take('longest', longest, draw)
      for (let more = 0; picked.length < 3 && more < 3; more++) {
        const before = picked.length
        take('plain', complete, 2 * draw + more)
        if (picked.length === before) take('missing', incomplete, draw + more)
      }
      const order = ['plain', 'longest', 'missing']
      return picked.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    },
  }
}

function keepLongest(longest: Candidate[], candidate: Candidate): void {
  const { length } = candidate.reading
  const least = longest.at(-1)?.reading.length ?? -1
  if (longest.length === PREVIEW_DRAWS && length <= least) return
  const place = longest.findIndex(({ reading }) => reading.length < length)
  longest.splice(place < 0 ? longest.length : place, 0, candidate)
  if (longest.length > PREVIEW_DRAWS) longest.pop()
}
