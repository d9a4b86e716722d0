import type { PreflightFinding } from '@kirim/contract/campaign-preflight'
import type { PreflightCode } from '@kirim/contract/preflight-texts'
import { useFormContext } from 'react-hook-form'
import { textKey } from '#shared/i18n/text-key.ts'
import { type CampaignValues, localMoment } from '../values/campaign-values.ts'
import type { Place } from '../values/form-places.ts'

/** Where a finding is fixed: a part of the form, or another page. */
export type Remedy = { readonly label: string } & (
  | { readonly place: Place }
  | { readonly page: string }
)

const changeText = { label: textKey('Change the text'), place: 'wordings' } as const

const changeLink = { label: textKey('Change the link'), place: 'link' } as const

const showNumber = { label: textKey('Show the number'), page: '/scan-device' } as const

const remedies: Readonly<Record<PreflightCode, Remedy>> = {
  one_wording: { label: textKey('Add variations'), place: 'wordings' },
  link_unreadable: changeLink,
  link_scheme: changeLink,
  link_closed: changeLink,
  link_missing: changeLink,
  text_empty: { label: textKey('Write a text'), place: 'wordings' },
  files_missing: { label: textKey('Change the files'), place: 'media' },
  text_too_long: changeText,
  placeholder_unknown: changeText,
  placeholder_foreign: changeText,
  placeholder_as_choice: changeText,
  placeholder_of_chatbot: changeText,
  fallback_unreadable: changeText,
  bracket_unclosed: changeText,
  number_offline: showNumber,
  number_limited: showNumber,
  number_limited_guess: showNumber,
  starts_at_night: { label: textKey('Start at 09:00'), place: 'when' },
  goes_on_at_night: { label: textKey('Change the schedule'), place: 'when' },
  never_ends: { label: textKey('Change the schedule'), place: 'when' },
  field_empty: { label: textKey('Add a fallback'), place: 'wordings' },
}

/** Returns where a finding is fixed; `link` is the value of the form's link field. */
export function remedyOf({ code, params }: PreflightFinding, link: string): Remedy {
  const remedy = remedies[code as PreflightCode]
  return remedy === changeLink && params.link !== link
    ? { ...changeLink, place: 'wordings' }
    : remedy
}

const MORNING_HOUR = 9

/** Moves the start to the next 09:00 after a moment in ISO 8601. */
export function useStartAtNine(): (startsAt: string) => void {
  const { setValue } = useFormContext<CampaignValues>()
  return (startsAt) =>
    setValue('scheduledAt', localMoment(nextNine(new Date(startsAt)).toISOString()), {
      shouldDirty: true,
      shouldValidate: true,
    })
}

function nextNine(after: Date): Date {
  const nine = new Date(after)
  nine.setHours(MORNING_HOUR, 0, 0, 0)
  if (nine <= after) nine.setDate(nine.getDate() + 1)
  return nine
}
