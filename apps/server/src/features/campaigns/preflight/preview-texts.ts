import { setImmediate } from 'node:timers/promises'
import type { PreflightPreview } from '@kirim/contract/campaign-preflight'
import { letterOf } from '@kirim/contract/campaign-variants'
import { renderMarked } from '@kirim/message-template/render-marked'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { inIterations } from '../../../platform/in-iterations.ts'
import {
  captionRoom,
  composeMessages,
  frozenFields,
  readingOf,
  type Wording,
} from '../send/compose-message.ts'
import { captionOf } from '../variants/stored-variants.ts'
import type { Picked } from './pick-people.ts'

export interface Draft extends Wording {
  /** The campaign being edited; empty for a new one. */
  readonly campaignId: string
  readonly hasMedia: boolean
  /** The fields that a text may name. */
  readonly fieldKeys: readonly string[]
}

/** How a text reads for these people, composed as it is sent. */
export async function previewTexts(
  draft: Draft,
  picked: readonly Picked[],
  at: number,
): Promise<{ previews: PreflightPreview[]; isCut: boolean }> {
  let isCut = false
  const wordings = draft.variants.length + 1
  const previews = await inIterations(picked.entries(), async ([place, { kind, person }]) => {
    const { name, phoneNumber, waName, fields } = person
    // The id that they get in the ledger: an edited campaign shows the wording that is sent.
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
