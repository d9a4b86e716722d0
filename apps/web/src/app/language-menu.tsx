import { ChevronDown, Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { languageOptions, useLanguage } from '#shared/i18n/language.ts'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuChoice } from '#shared/ui/menu.tsx'

/** The languages as items of a menu. */
export function LanguageItems() {
  const { t } = useTranslation()
  const { language, chooseLanguage } = useLanguage()
  return (
    <MenuChoice
      label={t('Language')}
      value={language}
      onValueChange={chooseLanguage}
      options={languageOptions}
    />
  )
}

/** The languages for visitors, who have no user menu. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const { language } = useLanguage()
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="px-2.5">
          <Languages aria-hidden="true" />
          <span className="sr-only">{t('Language')}</span>
          {languageOptions.find(({ value }) => value === language)?.label}
          <ChevronDown
            className="size-3.5! text-muted-foreground max-[359px]:hidden"
            aria-hidden="true"
          />
        </Button>
      }
    >
      <LanguageItems />
    </Menu>
  )
}
