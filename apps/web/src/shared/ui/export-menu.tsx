import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Menu, MenuItem } from './menu.tsx'

export type ExportFormat = 'csv' | 'xlsx'

interface ExportMenuProps {
  busy: boolean
  onExport: (format: ExportFormat) => void
}

/** Asks in which format a list is saved. */
export function ExportMenu({ busy, onExport }: ExportMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <Button disabled={busy}>
          <Download aria-hidden="true" />
          {busy ? t('Exporting...') : t('Export')}
        </Button>
      }
    >
      <MenuItem icon={Download} onSelect={() => onExport('xlsx')}>
        {t('As an Excel file (.xlsx)')}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => onExport('csv')}>
        {t('As text (.csv)')}
      </MenuItem>
    </Menu>
  )
}
