import type { Workspace } from '@kirim/contract/workspaces'
import { useTranslation } from 'react-i18next'
import { Card, CardHeader, CardSection } from '#shared/ui/card.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useChangeWorkspace } from '../settings/use-change-workspace.ts'

/** What holds for all people of a workspace. */
export function EveryoneCard({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation()
  const mayChange = useMay('workspace:write')
  const hidden = workspace.hidesNumbersOfAgents
  const { mutate, isPending } = useChangeWorkspace(
    hidden
      ? t('Phone numbers are shown to agents again.')
      : t('Phone numbers are hidden from all agents.'),
  )
  return (
    <Card aria-labelledby="everyone" className="min-w-0">
      <CardHeader
        id="everyone"
        className="max-sm:px-4"
        title={
          <span className="wrap-anywhere">
            {t('For everyone in {workspace}', { workspace: workspace.name })}
          </span>
        }
      />
      <CardSection className="flex items-start justify-between gap-4 max-sm:px-4">
        <div className="min-w-0">
          <p id="hide-of-agents" className="text-caption font-medium">
            {t('Hide phone numbers from all agents')}
          </p>
          <p id="hide-of-agents-note" className="text-caption text-muted-foreground">
            {t('In chats, contacts and exports. They see names and the last four digits.')}
          </p>
        </div>
        <Switch
          aria-labelledby="hide-of-agents"
          aria-describedby="hide-of-agents-note"
          checked={hidden}
          disabled={!mayChange || isPending}
          onCheckedChange={(hidesNumbersOfAgents) => mutate({ hidesNumbersOfAgents })}
        />
      </CardSection>
    </Card>
  )
}
