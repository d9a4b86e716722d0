import { useFormContext } from 'react-hook-form'
import { type CampaignValues, localMoment } from '../form/campaign-values.ts'

const MORNING_HOUR = 9

/** Puts the start off to the next nine o'clock after a moment in ISO 8601. */
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
