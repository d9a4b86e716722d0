import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '#shared/ui/button.tsx'

interface CampaignActionsProps {
  editing: boolean
  saving: boolean
  /** A campaign without a name cannot be saved (SPEC §2 Campaign form page). */
  nameless: boolean
  /** Where Cancel leads. */
  back: string
}

/** 'Create Campaign' or 'Update Campaign', and the way out. */
export function CampaignActions({ editing, saving, nameless, back }: CampaignActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {nameless && (
        <p className="text-xs text-muted-foreground max-sm:hidden">
          {t('Give the campaign a name first.')}
        </p>
      )}
      <Button asChild variant="ghost" className="max-sm:hidden">
        <Link to={back}>{t('Cancel')}</Link>
      </Button>
      <Button
        type="submit"
        variant="primary"
        disabled={nameless}
        busy={saving}
        busyText={t('Saving...')}
      >
        <Send aria-hidden="true" />
        {editing ? t('Update Campaign') : t('Create Campaign')}
      </Button>
    </>
  )
}
