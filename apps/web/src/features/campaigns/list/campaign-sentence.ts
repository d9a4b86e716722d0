import { type CampaignTextCode, campaignTexts } from '@kirim/contract/campaign-texts'
import type { CampaignProgress } from '@kirim/contract/campaigns'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'

/**
 * Translates the sentence of a campaign, with times in the browser's zone. An unknown code, from a
 * newer server, gives an empty text.
 */
export function useCampaignSentence(): (sentence: CampaignProgress['sentence']) => string {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const worded = (name: string, value: string | number): string => {
    if (name === 'at') return moment(String(value))
    if (typeof value === 'string') return value
    if (name !== 'people') return number(value)
    return value === 1 ? t('1 person') : t('{n} people', { n: number(value) })
  }
  return ({ code, params }) => {
    if (!Object.hasOwn(campaignTexts, code)) return ''
    const values = Object.entries(params).map(([name, value]) => [name, worded(name, value)])
    // Passes names as `replace`, so that they cannot set options of `t`.
    return i18n.t(campaignTexts[code as CampaignTextCode], { replace: Object.fromEntries(values) })
  }
}
