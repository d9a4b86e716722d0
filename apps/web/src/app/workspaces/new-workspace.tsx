import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'

export const NewWorkspace = lazyDialog(
  async () =>
    (await import('#features/workspaces/settings/new-workspace-dialog.tsx')).NewWorkspaceDialog,
  ({ open }) => open,
)
