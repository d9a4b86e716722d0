import type { TeamMember } from '@kirim/contract/team'
import { Handshake, LogOut, Shield, SlidersHorizontal, UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import type { PersonRights } from '../access/person-rights.ts'
import type { PersonTask } from './person-dialogs.tsx'

interface PersonMenuProps {
  person: TeamMember
  rights: PersonRights
  onTask: (what: PersonTask) => void
}

/** What can be done with a person; says why an owner is fixed. */
export function PersonMenu({ person, rights, onTask }: PersonMenuProps) {
  const { t } = useTranslation()
  const { change, makeOwner, handOver, remove, leave, fixed } = rights
  return (
    <RowActions name={person.name}>
      {change && (
        <MenuItem icon={SlidersHorizontal} onSelect={() => onTask('change')}>
          {t('Change what they may do')}
        </MenuItem>
      )}
      {makeOwner && (
        <MenuItem icon={Shield} onSelect={() => onTask('make-owner')}>
          {t('Make owner')}
        </MenuItem>
      )}
      {handOver && (
        <MenuItem icon={Handshake} onSelect={() => onTask('hand-over')}>
          {t('Hand over the workspace')}
        </MenuItem>
      )}
      {remove && (
        <>
          <MenuSeparator />
          <MenuItem icon={UserMinus} danger onSelect={() => onTask('remove')}>
            {t('Remove')}
          </MenuItem>
        </>
      )}
      {(leave || fixed !== null) && !change && (
        <MenuItem
          icon={leave ? LogOut : Shield}
          danger={leave}
          disabled={!leave}
          onSelect={() => onTask('leave')}
          className="h-auto min-h-8 max-w-64 py-1.5 data-disabled:opacity-100 pointer-coarse:h-auto pointer-coarse:min-h-11"
        >
          {leave ? t('Leave the workspace') : t(fixed ?? '')}
        </MenuItem>
      )}
    </RowActions>
  )
}
