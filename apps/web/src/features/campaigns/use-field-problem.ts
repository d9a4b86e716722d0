import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CampaignValues } from './campaign-values.ts'

/** What is wrong with a field, in the chosen language; undefined when nothing is. */
export function useFieldProblem(name: keyof CampaignValues): string | undefined {
  const { t } = useTranslation()
  const { errors } = useFormState<CampaignValues>({ name })
  const message = errors[name]?.message
  return message && t(message)
}
