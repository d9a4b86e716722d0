import type { User } from '@kirim/contract/accounts'
import { roles } from '@kirim/contract/roles'
import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Menu } from '#shared/ui/menu.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { DrawerLink } from '../drawer-link.tsx'
import { workspaceNavigation } from '../navigation.ts'
import { WorkspaceChoice } from './workspace-choice.tsx'
import { WorkspaceTile } from './workspace-tile.tsx'

/** The part of the drawer that belongs to everybody in the workspace. */
export function DrawerWorkspace({ user, onFollow }: { user: User; onFollow: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { current, mine } = useWorkspaces()
  const summaryId = useId()
  if (!current) return null
  const { name, role } = current
  return (
    <div className="border-t p-2">
      <Menu
        align="start"
        className="w-(--radix-dropdown-menu-trigger-width)"
        trigger={
          <button
            type="button"
            aria-describedby={summaryId}
            className="flex w-full items-center gap-3 rounded-md px-3 py-2.5 text-left hover:bg-accent data-[state=open]:bg-accent"
          >
            <span className="sr-only">{t('Workspace: {name}', { name })}</span>
            <WorkspaceTile name={name} size="md" />
            <span aria-hidden="true" className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span id={summaryId} className="block truncate text-caption text-muted-foreground">
                {t('{role}, 1 of {n} workspaces', {
                  count: mine.length,
                  role: t(roles[role].name),
                  n: number(mine.length),
                })}
              </span>
            </span>
            <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
          </button>
        }
      >
        <WorkspaceChoice />
      </Menu>
      {workspaceNavigation({ role: user.role, workspace: current }).map((item) => (
        <DrawerLink key={item.label} item={item} onFollow={onFollow} />
      ))}
    </div>
  )
}
