import { loadAiSettings } from '@kirim/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useAppInfo } from '#shared/api/app-info.ts'
import { callQuery } from '#shared/api/query.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'

/** Says why AI cannot write and the item's own text is sent; empty when AI can write. */
export function AiStanding() {
  const { t } = useTranslation()
  const maySee = useMay('settings:read')
  const isSandbox = useAppInfo()?.network === 'sandbox'
  const { data } = useQuery({ ...callQuery(loadAiSettings), enabled: maySee })
  if (isSandbox) {
    return t("On the sandbox, AI is only simulated: the item's own text is sent.")
  }
  if (data === undefined || data?.hasKey || data?.provider === 'openai-compatible') return null
  return (
    <>
      {t("No AI key is saved: the item's own text is sent.")}{' '}
      <Link to="/settings" className="font-medium text-foreground underline underline-offset-4">
        {t('AI Settings')}
      </Link>
    </>
  )
}
