import { Bell, BellOff, BellRing, ChartColumn, Ellipsis, Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#shared/routing/navigation.ts'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import { useSoundSetting } from '../live/sound.ts'

/** What is set in this browser for the chats, and their keys. */
export function ListMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useTranslation()
  const sound = useSoundSetting()
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          className="-mr-1.5"
          aria-label={t('More for chats')}
          title={t('More for chats')}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem icon={sound.isOn ? BellOff : Bell} onSelect={sound.toggle}>
        {sound.isOn ? t('Turn the sound off') : t('Turn the sound on')}
      </MenuItem>
      <MenuItem icon={ChartColumn} onSelect={() => navigate('/chats/numbers')}>
        {t('Numbers of chats')}
      </MenuItem>
      <MenuItem icon={BellRing} onSelect={() => navigate('/account')}>
        {t('Notifications in this browser')}
      </MenuItem>
      <MenuItem icon={Keyboard} onSelect={onShortcuts}>
        {t('Keyboard shortcuts')}
      </MenuItem>
    </Menu>
  )
}
