import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { toast } from '#shared/toast/toast.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'

/** Shows a toast when failures have paused a campaign. */
export function useCampaignHalts(): void {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mayWrite = useMay('campaigns:write')
  useRealtimeEvent('campaign_halted', ({ name, sentence }) =>
    toast({
      title: t('{name} is paused: {n} messages in a row failed.', {
        name,
        n: number(Number(sentence.params.failures)),
      }),
      ...(mayWrite && { description: t('Check the reasons, fix the problem, then resume.') }),
      tone: 'error',
    }),
  )
}
