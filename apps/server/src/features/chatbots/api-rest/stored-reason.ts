import { isReasonCode, type Reason, reasonText } from '@kirim/contract/reason-texts'
import { CodedText } from '@kirim/contract/refusals'

/** Stores a reason as code and values, so that it can be shown in every language. */
export function serializeReason({ code, params }: Reason): string {
  return JSON.stringify({ code, params })
}

/** A stored reason, for the owner. Earlier versions stored the sentence itself. */
export function parseReason(kept: string): { reason: string; said?: Reason } {
  const said = readSaid(kept)
  if (!said || !isReasonCode(said.code)) return { reason: kept }
  const reason = { code: said.code, params: said.params }
  return { reason: reasonText(reason), said: reason }
}

function readSaid(kept: string): CodedText | null {
  try {
    return CodedText.parse(JSON.parse(kept))
  } catch {
    return null
  }
}
