import { setImmediate } from 'node:timers/promises'
import type { PreflightPreview } from '@kirim/contract/campaign-preflight'
import { letterOf } from '@kirim/contract/campaign-variants'
import { PREVIEW_DRAWS } from '@kirim/contract/limits'
import type { PersonReading } from '@kirim/message-template/placeholders'
import { renderMarked } from '@kirim/message-template/render-marked'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { inIterations } from '../../../platform/in-iterations.ts'
import { captionOf } from '../campaign/variants.ts'
import {
  captionRoom,
  composeMessages,
  frozenFields,
  readingOf,
  type Wording,
} from '../send/compose-message.ts'
import type { ReachedPerson } from './people-pages.ts'

export interface PreviewPerson {
  readonly kind: PreflightPreview['kind']
  readonly person: ReachedPerson
}

interface Candidate {
  readonly person: ReachedPerson
  readonly reading: PersonReading
}

/**
 * Picks three people for the previews: a typical one, one with long values, and one with missing
 * values. Keeps several of each, so that another draw shows others.
 */
export function createPeoplePicker() {
  const complete: Candidate[] = []
  const incomplete: Candidate[] = []
  const longest: Candidate[] = []
  /** How many people lack a value, by placeholder. */
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
    pick(draw: number): PreviewPerson[] {
      const chosen: PreviewPerson[] = []
      const take = (kind: PreviewPerson['kind'], from: readonly Candidate[], place: number) => {
        const free = from.filter(({ person }) => chosen.every((one) => one.person !== person))
        const found = free[place % free.length]
        if (found) chosen.push({ kind, person: found.person })
      }
      take('missing', incomplete, draw)
      take('longest', longest, draw)
      for (let more = 0; chosen.length < 3 && more < 3; more++) {
        const before = chosen.length
        take('plain', complete, 2 * draw + more)
        if (chosen.length === before) take('missing', incomplete, draw + more)
      }
      const order = ['plain', 'longest', 'missing']
      return chosen.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
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

export interface Draft extends Wording {
  /** The campaign being edited; empty for a new one. */
  readonly campaignId: string
  readonly hasMedia: boolean
  /** The fields that a text may name. */
  readonly fieldKeys: readonly string[]
}

/** Composes the text for these people as it would be sent. */
export async function previewTexts(
  draft: Draft,
  picked: readonly PreviewPerson[],
  at: number,
): Promise<{ previews: PreflightPreview[]; isCut: boolean }> {
  let isCut = false
  const wordings = draft.variants.length + 1
  const previews = await inIterations(picked.entries(), async ([place, { kind, person }]) => {
    const { name, phoneNumber, waName, fields } = person
    // Their id in the ledger: an edited campaign then shows the wording that is sent.
    const variant = place % wordings
    const reader = { id: `${draft.campaignId}:${phoneNumber}`, name, fields, variant }
    const media = draft.hasMedia ? [{ mediaId: '' }] : []
    const [first] = composeMessages(draft, media, reader, waName, at, draft.fieldKeys)
    const text = first?.text ?? ''
    await setImmediate()
    const reading = readingOf(draft, reader, waName, at, draft.fieldKeys)
    const marked = renderMarked(captionOf(draft, variant), reading, () => seededRandom(reader.id))
    if (marked.text.length > captionRoom(draft)) isCut = true
    const fallbacks = marked.fallbacks.filter(({ end }) => end <= text.length)
    return {
      kind,
      letter: letterOf(variant),
      person: { name, phoneNumber, fields: { ...frozenFields(fields) } },
      text,
      fallbacks: [...fallbacks],
      missing: [...marked.missing],
    }
  })
  return { previews, isCut }
}
