import { Send } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#shared/ui/button.tsx'

interface CampaignActionsProps {
  editing: boolean
  saving: boolean
  /** A campaign without a name cannot be saved [2.form.disabled-bulk-nameless]. */
  nameless: boolean
  /** The address Cancel navigates to. */
  back: string
}

/** 'Create Campaign' or 'Update Campaign', and Cancel. */
export function CampaignActions({ editing, saving, nameless, back }: CampaignActionsProps) {
  const { t } = useTranslation()
  const reasonId = useId()
  return (
    <>
      {nameless && (
        <p
          id={reasonId}
          className="text-xs text-muted-foreground max-sm:order-first max-sm:basis-full"
        >
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
        {...(nameless && { 'aria-describedby': reasonId })}
        busy={saving}
        busyText={t('Saving...')}
      >
        <Send aria-hidden="true" />
        {editing ? t('Update Campaign') : t('Create Campaign')}
      </Button>
    </>
  )
}
