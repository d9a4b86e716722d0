import { ChatSettings } from '#features/chats/settings/chat-settings.tsx'
import { WorkspacePage } from '#features/workspaces/settings/workspace-page.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'

/** The settings of the workspace, with those of its chats. */
export function WorkspaceRoute() {
  return (
    <WorkspacePage>
      <Allowed to="workspace:write">
        <ChatSettings />
      </Allowed>
    </WorkspacePage>
  )
}
