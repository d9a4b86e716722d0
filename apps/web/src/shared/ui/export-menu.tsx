import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useHidesNumbers } from '#shared/workspace/workspace-context.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Menu, MenuItem, MenuNote } from './menu.tsx'

export type ExportFormat = 'csv' | 'xlsx'

interface ExportMenuProps extends Pick<ButtonProps, 'variant' | 'size'> {
  busy: boolean
  onExport: (format: ExportFormat) => void
}

/** A menu to choose the file format of an export of people. */
export function ExportMenu({ busy, onExport, ...look }: ExportMenuProps) {
  const { t } = useTranslation()
  const hidesNumbers = useHidesNumbers()
  return (
    <Menu
      trigger={
        <Button {...look} disabled={busy}>
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
      {hidesNumbers && <MenuNote>{t('Phone numbers are left out.')}</MenuNote>}
    </Menu>
  )
}
