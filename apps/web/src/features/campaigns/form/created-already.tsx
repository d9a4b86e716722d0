import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'

/** In place of the form's buttons, where a try that was not answered has created the campaign. */
export function CreatedAlready({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation()
  return (
    <Alert tone="warning" title={t('This campaign has already been created')}>
      <p>
        {t(
          'The reply to your first attempt was lost. Changes you made since then are not in the campaign.',
        )}
      </p>
      <Button size="sm" className="mt-2" asChild>
        <Link to={`/campaigns/${campaignId}`}>{t('Show the campaign')}</Link>
      </Button>
    </Alert>
  )
}
