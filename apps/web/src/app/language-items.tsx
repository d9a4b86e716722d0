import { useTranslation } from 'react-i18next'
import { languages, useLanguage } from '#shared/i18n/language.ts'
import { MenuChoice } from '#shared/ui/menu.tsx'

/** The languages as items of a menu. */
export function LanguageItems() {
  const { t } = useTranslation()
  const { language, chooseLanguage } = useLanguage()
  return (
    <MenuChoice
      label={t('Language')}
      value={language}
      onValueChange={chooseLanguage}
      options={languages}
    />
  )
}
