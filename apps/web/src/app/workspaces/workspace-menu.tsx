import { ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Menu, MenuItem, MenuSeparator } from '#shared/ui/menu.tsx'
import { MenuIcon } from '#shared/ui/menu-icon.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { workspaceNavigation } from '../navigation.ts'
import { NewWorkspace } from './new-workspace.tsx'
import { WorkspaceChoice } from './workspace-choice.tsx'
import { WorkspaceTile } from './workspace-tile.tsx'

/** The workspace of this tab; pressed, it shows the others, and what belongs to everybody in it. */
export function WorkspaceMenu() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { role } = useUser()
  const { current } = useWorkspaces()
  const [creates, setCreates] = useState(false)
  if (!current) return null
  const { name, people } = current
  const pages = workspaceNavigation({ role, workspace: current })
  return (
    <>
      <Menu
        align="start"
        className="w-[312px]"
        trigger={
          <button
            type="button"
            className="flex h-9 min-w-0 items-center gap-2 rounded-md px-1.5 hover:bg-accent data-[state=open]:bg-accent pointer-coarse:h-11"
          >
            <span className="sr-only">{t('Workspace: {name}', { name })}</span>
            <WorkspaceTile name={name} size="sm" />
            <span
              aria-hidden="true"
              className="max-w-40 min-w-0 truncate font-medium lg:max-xl:hidden"
            >
              {name}
            </span>
            <ChevronsUpDown
              className="size-3.5 shrink-0 text-muted-foreground"
              aria-hidden="true"
            />
          </button>
        }
      >
        <WorkspaceChoice />
        {pages.length > 0 && <MenuSeparator />}
        {pages.map(({ to, label, icon }) => (
          <MenuItem key={to} asChild>
            <Link to={to}>
              <MenuIcon icon={icon} />
              {t(label)}
              {to === '/team' && (
                <span className="ml-auto text-caption text-muted-foreground">
                  {t('{n} people', { count: people, n: number(people) })}
                </span>
              )}
            </Link>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={Plus} onSelect={() => setCreates(true)}>
          {t('New workspace')}
        </MenuItem>
      </Menu>
      <NewWorkspace open={creates} onClose={() => setCreates(false)} />
    </>
  )
}
