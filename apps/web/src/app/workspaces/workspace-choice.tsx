import { useTranslation } from 'react-i18next'
import { MenuRows } from '#shared/ui/menu.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { useWorkspaceSummary } from './use-workspace-summary.ts'
import { WorkspaceTile } from './workspace-tile.tsx'

/** The person's workspaces as items of a menu; the one of this tab is selected. */
export function WorkspaceChoice() {
  const { t } = useTranslation()
  const { current, mine, switchTo } = useWorkspaces()
  const summaryOf = useWorkspaceSummary()
  return (
    <MenuRows
      label={t('Workspaces')}
      value={current?.id ?? ''}
      onValueChange={(id) => switchTo(id)}
      options={mine.map((workspace) => ({
        value: workspace.id,
        label: workspace.name,
        detail: summaryOf(workspace),
        start: <WorkspaceTile name={workspace.name} size="md" />,
      }))}
    />
  )
}
