import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'

/** Says why the tab shows another workspace than before, until it is closed. */
export function LostWorkspaceNotice({ name }: { name: string }) {
  const { t } = useTranslation()
  const { current, forgetLost } = useWorkspaces()
  return (
    <div className="relative mb-5">
      <Alert
        tone="warning"
        className="pr-12 wrap-anywhere"
        title={t('You no longer belong to {workspace}, or it was deleted.', { workspace: name })}
      >
        {current && t('You are now in {workspace}.', { workspace: current.name })}
      </Alert>
      <Button
        variant="ghost"
        size="icon-sm"
        className="absolute top-2 right-2 text-warning-ink"
        aria-label={t('Close')}
        onClick={forgetLost}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
